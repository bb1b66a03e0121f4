import { chmod, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { createConnection } from 'mysql2/promise';
import { embeddedServers } from '../../servers/embeddedServers.ts';
import { databaseEngine } from '../support/databaseEngine.ts';
import { query, Stage, stopBoth, withRedis } from '../support/embedded.ts';
import { expectNotes, writeNotes } from '../support/notes.ts';

describe('embedded servers (starts servers)', () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await Stage.open();
  });
  afterEach(() => stage.close());

  it('start from nothing and answer', async () => {
    const { database, redis } = await stage.both();

    await stage.start(database, redis);

    expect(database.url).to.match(/^mysql:\/\/counterfoil:[\w-]+@127\.0\.0\.1:\d+\/counterfoil$/);
    expect(redis.url).to.match(/^redis:\/\/:[\w-]+@127\.0\.0\.1:\d+$/);
    expect(await query(database, 'SELECT @@character_set_database AS charset')).to.deep.equal([
      { charset: 'utf8mb4' },
    ]);
    expect(await withRedis(redis, (client) => client.ping())).to.equal('PONG');
    expect((await stat(path.join(stage.folder, 'servers.json'))).mode & 0o777).to.equal(0o600);
  });

  it('keep their data after a restart, also as new objects', async () => {
    const first = await stage.both();
    await stage.start(first.database, first.redis);
    await writeNotes(first);
    await stopBoth(first);

    await stage.start(first.database, first.redis);
    await expectNotes(first);
    await stopBoth(first);

    const second = await stage.both();
    await stage.start(second.database, second.redis);
    await expectNotes(second);
  });

  it('let the account create databases whose names begin with counterfoil, and no others', async () => {
    const { database } = await stage.both();
    await stage.start(database);

    await query(database, 'CREATE DATABASE counterfoil_test_1');
    const refused = await query(database, 'CREATE DATABASE elsewhere').catch((error: Error) => error);

    expect(refused).to.have.property('code', 'ER_DBACCESS_DENIED_ERROR');
  });

  describe('beside others (starts servers twice)', () => {
    let other: Stage;
    beforeEach(async () => {
      other = await Stage.open();
    });
    afterEach(() => other.close());

    it('run on their own', async () => {
      const [one, another] = await Promise.all([stage.both(), other.both()]);

      await stage.start(one.database, one.redis, another.database, another.redis);
      await writeNotes(one);

      expect(await query(another.database, 'SHOW TABLES')).to.deep.equal([]);
      expect(await withRedis(another.redis, (client) => client.get('note'))).to.equal(null);
      await stopBoth(another);
    });

    it('leave their temporary tables alone', async () => {
      const [one, another] = await Promise.all([stage.both(), other.both()]);
      await stage.start(one.database);
      const connection = await createConnection(one.database.url);
      const ofFiles = databaseEngine === 'mysql' ? 'MyISAM' : 'Aria';
      await connection.query(`CREATE TEMPORARY TABLE notes (note TEXT) ENGINE = ${ofFiles}`);

      await other.start(another.database);

      // A server that starts removes the files of such tables; dropping one then fails.
      await connection.query('DROP TEMPORARY TABLE notes').finally(() => connection.destroy());
    });
  });

  it('run when their folder is closed to other users', async () => {
    await chmod(stage.folder, 0o700);
    const { database, redis } = await stage.both();
    await stage.start(database, redis);
    await chmod(stage.folder, 0o755);
    await stopBoth({ database, redis });

    const later = await stage.both();
    await stage.start(later.database, later.redis);
  });

  it('leave alone what is not wanted', async () => {
    const { options } = stage;

    expect(await embeddedServers({ ...options, database: false, redis: false })).to.deep.equal({});
    expect(await embeddedServers({ ...options, database: false })).to.have.all.keys('redis');
  });
});
