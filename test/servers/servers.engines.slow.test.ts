import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { EmbeddedServersUnavailable } from '../../servers/embeddedServers.ts';
import { findPrograms } from '../../servers/programs/findPrograms.ts';
import { programLine } from '../../servers/programs/program.ts';
import { commandFolders } from '../../servers/system/run.ts';
import { databaseEngines } from '../../shared/runtime/settings/settings.ts';
import { expectError, run } from '../support/command.ts';
import { cleanUp } from '../support/dataFolders.ts';
import { query, Stage } from '../support/embedded.ts';
import { freePort } from '../support/ports.ts';
import { binariesFolder } from '../support/servers.ts';
import { thrown } from '../support/thrown.ts';

const only = { redis: false };

describe('embedded database servers (starts database servers)', function () {
  this.timeout(120_000);
  let stage: Stage;
  beforeEach(async () => {
    stage = await Stage.open();
  });
  afterEach(() => stage.close());
  after(cleanUp);

  for (const databaseEngine of databaseEngines) {
    const other = databaseEngine === 'mysql' ? 'mariadb' : 'mysql';

    it(`are ${databaseEngine} when the options say so, need the password, and lose nothing that was committed`, async () => {
      const { database } = await stage.both({ ...only, databaseEngine });
      await stage.start(database);

      const [row] = (await query(
        database,
        'SELECT VERSION() AS version, CURRENT_USER() AS account, @@innodb_flush_log_at_trx_commit AS flushed, @@innodb_doublewrite AS doublewrite, @@log_bin AS log_bin',
      )) as [RowDataPacket];
      const uri = Object.assign(new URL(database.url), { username: 'root', password: '', pathname: '/' });
      const stranger = await thrown(() => createConnection(uri.href));
      const forgetful = await thrown(() =>
        createConnection(Object.assign(uri, { username: 'counterfoil' }).href),
      );

      expect(row.version).to[databaseEngine === 'mysql' ? 'not' : 'be'].match(/MariaDB/);
      expect(row.account).to.equal('counterfoil@127.0.0.1');
      expect(row.flushed).to.equal(1);
      expect(row.doublewrite).to.be.oneOf([1, 'ON']);
      expect(row.log_bin).to.equal(0);
      for (const refused of [stranger, forgetful])
        expect(refused).to.have.property('code', 'ER_ACCESS_DENIED_ERROR');
    });

    it(`refuse the data folder of ${other} with ${databaseEngine}, and leave it as it is`, async () => {
      const former = (await stage.both({ ...only, databaseEngine: other })).database;
      await stage.start(former);
      await query(former, 'CREATE TABLE notes (note TEXT)');
      await former.stop();
      const files = await readdir(path.join(stage.folder, 'mysql'));

      const error = await thrown(() => stage.both({ ...only, databaseEngine }));
      const env = {
        COUNTERFOIL_DATA_DIR: stage.folder,
        COUNTERFOIL_PRIVATE_ENGINE: databaseEngine,
        PORT: `${await freePort()}`,
      };
      expectError(
        await run(['up'], { env }),
        new RegExp(`set COUNTERFOIL_PRIVATE_ENGINE=${other}, or COUNTERFOIL_DATA_DIR`),
      );

      expect(error).to.be.instanceOf(EmbeddedServersUnavailable);
      expect(await readdir(path.join(stage.folder, 'mysql'))).to.deep.equal(files);
      await stage.start(former);
      expect(await query(former, 'SHOW TABLES')).to.have.length(1);
    });
  }

  it('use a MySQL on the PATH, but not a MariaDB named mysqld', async () => {
    const folder = path.join(stage.folder, 'bin');
    await mkdir(folder);
    const wanted = { ...only, databaseEngine: 'mysql', commandFolders: [folder] } as const;
    const nothing = { ...wanted, binariesFolder: path.join(stage.folder, 'binaries') };
    await writeCommand(
      path.join(folder, 'mysqld'),
      'echo "mysqld  Ver 10.11.19-MariaDB for Linux on x86_64"',
    );
    const refused = await thrown(() => stage.both(nothing));

    await writeCommand(path.join(folder, 'mysqld'), `exec ${await commandOfMysql()} "$@"`);
    const { database } = await stage.both(nothing);
    await stage.start(database);

    expect(refused).to.be.instanceOf(EmbeddedServersUnavailable);
    expect(await query(database, 'SELECT 1 AS one')).to.deep.equal([{ one: 1 }]);
  });

  /** Resolves to the command of a MySQL, without its arguments; it is downloaded if it has to be. */
  async function commandOfMysql(): Promise<string> {
    const search = { binariesFolder, commandFolders: commandFolders(), progress: () => {} };
    const { MySQL } = await findPrograms(['MySQL'], search);
    if (MySQL?.kind !== 'binary') throw new Error(`this test needs a binary of MySQL, not ${MySQL?.kind}`);
    return programLine(MySQL, []).join(' ');
  }
});

async function writeCommand(file: string, line: string): Promise<void> {
  await writeFile(file, `#!/bin/sh\n${line}\n`);
  await chmod(file, 0o755);
}
