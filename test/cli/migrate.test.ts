import { expect } from 'chai';
import { migrationStatus } from '../../migrations/index.ts';
import { expectComplaint, jsonOf, run } from '../support/command.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { newDatabase, type OwnDatabase } from '../support/ownDatabase.ts';
import { freePort } from '../support/ports.ts';
import type { Ended } from '../support/running.ts';
import { redisUrl } from '../support/servers.ts';

describe('counterfoil migrate', () => {
  let own: OwnDatabase;
  let names: readonly string[];
  let folder: string;
  before(async () => {
    folder = await emptyFolder();
    own = await newDatabase('migrate_test');
    names = (await migrationStatus(own.pool)).pending;
  });
  after(cleanUp);
  after(() => own.drop());

  async function counterfoil(...parameters: string[]): Promise<Ended> {
    const urls = { DATABASE_URL: own.url, REDIS_URL: redisUrl(15) };
    return run(parameters, { env: { ...urls, COUNTERFOIL_DATA: folder, PORT: `${await freePort()}` } });
  }

  for (const command of ['account list', 'worker article'])
    it(`is what ${command} asks for on an empty database`, async () => {
      const ended = await counterfoil(...command.split(' '));

      expectComplaint(ended, /^the database lacks 0001_initial.*: run `counterfoil migrate up`$/);
    });

  it('status tells what is pending', async () => {
    expect(jsonOf(await counterfoil('migrate', 'status', '--json'))).to.deep.equal({
      done: [],
      pending: names,
      unknown: [],
    });
  });

  it('runs what is pending, once', async () => {
    const [first, second] = [await counterfoil('migrate'), await counterfoil('migrate', 'up', '--json')];

    expect(first).to.include({ code: 0, stderr: '', stdout: `Migrated: ${names.join(', ')}\n` });
    expect(jsonOf(second)).to.deep.equal({ done: [] });
    expect(await migrationStatus(own.pool)).to.deep.equal({ done: names, pending: [], unknown: [] });
  });

  it('down takes the last migration back', async () => {
    const last = names.at(-1);

    expect(jsonOf(await counterfoil('migrate', 'down', '--json'))).to.deep.equal({ undone: [last] });

    expect(await migrationStatus(own.pool)).to.deep.include({ pending: [last] });
  });

  describe('on a database that is newer than the code', () => {
    before(async () => {
      await counterfoil('migrate', 'up');
      await own.pool('knex_migrations').insert({ name: '9999_future', batch: 9, migration_time: new Date() });
    });

    it('status tells so', async () => {
      const { code, stdout } = await counterfoil('migrate', 'status');

      expect(code).to.equal(0);
      expect(stdout).to.match(/^unknown +9999_future/m);
    });

    for (const command of ['migrate up', 'up', 'worker article', 'account list'])
      it(`${command} refuses`, async () => {
        const ended = await counterfoil(...command.split(' '));

        expectComplaint(
          ended,
          /^the database is newer than this version of Counterfoil \(it has 9999_future\)/,
        );
      });
  });
});
