import path from 'node:path';
import { expect } from 'chai';
import { startClient, withOptionFile } from '../../admin/backup/clientProcess.ts';
import { migrateUp } from '../../migrations/migrations.ts';
import { type DatabaseClients, databaseClients } from '../../servers/programs/databaseClients.ts';
import type { DatabaseName } from '../../servers/programs/program.ts';
import { commandFolders } from '../../servers/system/run.ts';
import { withCaFile } from '../../shared/runtime/settings/serverAddress.ts';
import { openDatabase } from '../../workers/database/database.ts';
import { ChangeReader } from '../../workers/stores/changeReader.ts';
import { Authority } from '../support/certificates.ts';
import { run } from '../support/command.ts';
import { databaseEngine, databaseServer } from '../support/databaseEngine.ts';
import { cleanUp, dataFolder } from '../support/dataFolders.ts';
import { type PrivateDatabase, startPrivateDatabase } from '../support/privateDatabase.ts';
import { binariesFolder } from '../support/servers.ts';
import { thrownBy } from '../support/thrown.ts';

const name = databaseServer.name as DatabaseName;
/** A password that an option file has to quote. */
const password = `p"\\#; '`;
const quoted = password.replaceAll('\\', '\\\\').replaceAll("'", "''");
/** Databases by their users, each of whom has rights on this database only. */
const databases = { encrypted: 'counterfoil', restoring: 'counterfoil_restored' };
const users = Object.entries(databases).flatMap(([user, database]) => [
  `CREATE USER ${user}@'%' IDENTIFIED BY '${quoted}' REQUIRE SSL`,
  `GRANT ALL ON ${database}.* TO ${user}@'%'`,
]);

describe(`counterfoil backup, over TLS to ${name} (dumps and restores databases)`, function () {
  this.timeout(60_000);
  let authority: Authority;
  let stranger: Authority;
  let database: PrivateDatabase;
  let clients: DatabaseClients;
  let folder: string;
  let url: string;
  before(async () => {
    [authority, stranger] = [new Authority(), new Authority()];
    const { key, certificate } = authority.certify('localhost', ['DNS:localhost']);
    const flags = [`--ssl-ca=${authority.file}`, `--ssl-cert=${certificate}`, `--ssl-key=${key}`];
    database = await startPrivateDatabase(users, flags, databaseEngine);
    folder = await dataFolder();
    clients = await databaseClients(name, {
      binariesFolder,
      commandFolders: commandFolders(),
      progress: () => {},
    });
    url = Object.assign(new URL(database.urlAs('encrypted')), { password }).href;
    const pool = openDatabase(database.server.url, 1);
    await migrateUp(pool).finally(() => pool.destroy());
  });
  after(cleanUp);
  after(async () => {
    await database.remove();
    authority.remove();
    stranger.remove();
  });

  /** Asks the server of an address with the database's own program. */
  function ask(address: string): Promise<void> {
    return withOptionFile(
      address,
      name,
      (file) => startClient(clients.client, file, address, ['--execute', 'SELECT 1']).ended,
    );
  }

  it('backs up and restores with the authority of DATABASE_CA_FILE, and lets all cursors expire [changes-expired]', async () => {
    const file = path.join(folder, 'counterfoil.sql.gz');
    const env = { COUNTERFOIL_DATA_DIR: folder, DATABASE_CA_FILE: authority.file };

    const written = await run(['backup', file], { env: { ...env, DATABASE_URL: url } });
    const empty = Object.assign(new URL(url), {
      username: 'restoring',
      pathname: `/${databases.restoring}`,
    }).href;
    const pool = openDatabase(database.server.url, 1);
    await pool.raw('CREATE DATABASE counterfoil_restored').finally(() => pool.destroy());
    const restored = await run(['restore', file], { env: { ...env, DATABASE_URL: empty } });

    expect(written.code, written.stderr).to.equal(0);
    expect(restored.code, restored.stderr + restored.stdout).to.equal(0);
    expect(await epochIn('counterfoil_restored')).not.to.equal(await epochIn('counterfoil'));
  });

  /** Cursors of another epoch have expired. */
  async function epochIn(name: string): Promise<string> {
    const pool = openDatabase(Object.assign(new URL(database.server.url), { pathname: `/${name}` }).href, 1);
    const { epoch } = await new ChangeReader(pool).look([]).finally(() => pool.destroy());
    return epoch;
  }

  it('lets the program in only where the certificate is of that authority, and names the server', async () => {
    await ask(withCaFile(url, authority.file));

    const elsewhere = Object.assign(new URL(url), { hostname: '127.0.0.1' }).href;
    for (const refused of [withCaFile(url, stranger.file), withCaFile(elsewhere, authority.file)])
      expect(await thrownBy(() => ask(refused)), refused).to.include('ERROR');
  });
});
