import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { backUp } from '../../admin/backup/backup.ts';
import { restore } from '../../admin/backup/restore.ts';
import { migrateUp } from '../../migrations/migrations.ts';
import { givenKeys } from '../../shared/secrets/keyRing.ts';
import { openDatabase } from '../../workers/database/database.ts';
import { runPage } from '../support/backedUp.ts';
import { secretKey } from '../support/cluster.ts';
import { databaseServer } from '../support/databaseEngine.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { usersOfDeploy } from '../support/deployed.ts';
import { programShims } from '../support/programShims.ts';
import { binariesFolder } from '../support/servers.ts';
import { Site } from '../support/site.ts';
import { thrownBy } from '../support/thrown.ts';

const { name } = databaseServer;

describe(`restore of a hostile dump into ${name}`, function () {
  this.timeout(60_000);
  let folder: string;
  let site: Site;
  let whole: string;
  before('makes a dump of an empty installation', async () => {
    folder = await emptyFolder();
    await writeFile(inFolder('users.sql'), `${usersOfDeploy().join(';\n')};\n`);
    await writeFile(inFolder('other.sql'), 'CREATE TABLE sourced (id INT);\n');
    site = await Site.open(folder, [
      ...usersOfDeploy(),
      'SET GLOBAL local_infile = 1',
      'CREATE DATABASE otherdb',
      'CREATE TABLE otherdb.kept (id INT)',
    ]);
    const pool = openDatabase(urlOf('counterfoil_migrate'), 1);
    await migrateUp(pool).finally(() => pool.destroy());
    await backUp(placeOf('counterfoil_migrate'), inFolder('whole.sql.gz'));
    // The first line of MariaDB's dumps asks the client to ignore its commands; a hostile one lacks it.
    const text = gunzipSync(await readFile(inFolder('whole.sql.gz'))).toString();
    whole = text.replace(/^\/\*M!999999\\- .*\n/, '');
    expect(whole).not.to.include('sandbox mode');
  });
  beforeEach('empties the database', async () => {
    await rm(inFolder('touched'), { force: true });
    await asAdmin('DROP DATABASE counterfoil', 'CREATE DATABASE counterfoil');
  });
  after(cleanUp);
  after(() => site.remove());

  const inFolder = (file: string) => path.join(folder, file);
  const urlOf = (user: string) => site.settings(user).DATABASE_URL ?? '';
  const dataFolder = path.dirname(binariesFolder);
  const placeOf = (user: string) => ({ url: urlOf(user), dataFolder, printLine: () => {} });

  async function asAdmin(...statements: readonly string[]) {
    const pool = openDatabase(urlOf('admin'), 1);
    try {
      let last: readonly object[] = [];
      for (const statement of statements) last = (await pool.raw(statement))[0];
      return last;
    } finally {
      await pool.destroy();
    }
  }

  /** The dump with lines in it, and what `FILE` is in them: a file that must not come to be. */
  async function dumpWith(lines: string): Promise<string> {
    const file = inFolder('counterfoil.sql.gz');
    const hostile = lines.replaceAll('FILE', inFolder('touched')).replaceAll('OTHER', inFolder('other.sql'));
    await writeFile(file, gzipSync(whole.replace('\nCREATE TABLE', `\n${hostile}\nCREATE TABLE`)));
    return file;
  }

  const restoreAs = (user: string, file: string) =>
    restore({ ...placeOf(user), file, keys: givenKeys({ secretKey }) });

  const users = () => asAdmin(`SELECT User FROM mysql.user WHERE User = 'intruder'`);
  const tables = (database: string) => asAdmin(`SHOW TABLES FROM ${database}`);

  const refused = [
    '\\! touch FILE',
    'system touch FILE',
    '  system touch FILE;',
    'source OTHER',
    '\\. OTHER',
    'tee FILE',
    '\\T FILE',
    '\\P cat > FILE\nSELECT 1;',
    'connect otherdb',
    "LOAD DATA LOCAL INFILE '/etc/hostname' INTO TABLE accounts;",
    "LOAD DATA INFILE '/etc/hostname' INTO TABLE accounts;",
    "SELECT 1 INTO OUTFILE 'FILE';",
    "SELECT 1 INTO DUMPFILE 'FILE';",
    "SELECT LOAD_FILE('/etc/hostname') + otherdb.kept.id FROM otherdb.kept;",
    "CREATE USER intruder IDENTIFIED BY 'intruder';",
    'GRANT SELECT ON *.* TO counterfoil_worker;',
    'GRANT ALL ON counterfoil.* TO counterfoil_worker;',
    "SET PASSWORD FOR counterfoil_worker = 'intruder';",
    'SET GLOBAL max_connections = 10;',
    'USE otherdb;\nDROP TABLE kept;',
    'DROP TABLE otherdb.kept;',
    'CREATE DATABASE another;',
    '/*!50003 DROP TABLE otherdb.kept */;',
  ];
  for (const lines of refused)
    it(`refuses ${lines.replaceAll('\n', ' ')}`, async () => {
      const file = await dumpWith(lines);

      const message = await thrownBy(() => restoreAs('counterfoil_migrate', file));

      expect(message).to.match(
        /^the database client failed with exit code \d+: .*(ERROR|error|denied).*; the database is only partly restored: empty it/,
      );
      await expectUntouched();
    });

  async function expectUntouched(): Promise<void> {
    expect(existsSync(inFolder('touched'))).to.equal(false);
    expect(await users()).to.deep.equal([]);
    expect(await tables('otherdb')).to.have.length(1);
    expect(JSON.stringify(await tables('counterfoil'))).not.to.include('sourced');
  }

  const passed = [
    '-- \\! touch FILE',
    '/*\n\\! touch FILE\nsystem touch FILE\n*/',
    "SELECT '\n\\! touch FILE\nsource OTHER\n';",
    'DELIMITER ;;\nSELECT 1;;\nDELIMITER ;',
  ];
  for (const lines of passed)
    it(`restores with ${lines.replaceAll('\n', ' ')}, which does nothing`, async () => {
      const { checks } = await restoreAs('counterfoil_migrate', await dumpWith(lines));

      expect(checks.filter(({ state }) => state === 'fatal')).to.deep.equal([]);
      await expectUntouched();
    });

  it('refuses a user with further rights before anything is written', async () => {
    const file = await dumpWith('DROP TABLE otherdb.kept;');

    const message = await thrownBy(() => restoreAs('admin', file));

    expect(message)
      .to.match(
        /^the user of DATABASE_URL has rights beyond its database \(.* ON \*\.\*; .*the database otherdb/,
      )
      .and.match(/set DATABASE_URL to a user with rights on this database only, such as counterfoil_migrate/);
    expect(await tables('counterfoil')).to.deep.equal([]);
    await expectUntouched();
  });

  for (const lines of ['\\! touch FILE', 'system touch FILE', 'source OTHER'])
    it(`docs/backup.md refuses ${lines}`, async () => {
      const PATH = `${await programShims(inFolder(`programs-${lines.length}`))}:${process.env.PATH}`;
      await dumpWith(lines);

      const { code, stderr } = await runPage(`Restore of ${name}`, folder, { ...site.settings(), PATH });

      expect(code).not.to.equal(0);
      expect(stderr).to.match(/ERROR/);
      await expectUntouched();
    });
});
