import { expect } from 'chai';
import { migrationStatus } from '../../migrations/migrations.ts';
import { readSettings } from '../../shared/runtime/settings/settings.ts';
import { openDatabase } from '../../workers/database/database.ts';
import { Authority } from '../support/certificates.ts';
import { expectError, jsonOf, run } from '../support/command.ts';
import { databaseEngine } from '../support/databaseEngine.ts';
import { cleanUp } from '../support/dataFolders.ts';
import { type PrivateDatabase, startPrivateDatabase } from '../support/privateDatabase.ts';

/** MySQL generates a certificate if it is given none. */
const withoutTls = databaseEngine === 'mysql' ? '--tls-version=' : '--skip-ssl';

const users = ['encrypted', 'any'].flatMap((user) => [
  `CREATE USER ${user}@'%' IDENTIFIED BY '${user}' ${user === 'encrypted' ? 'REQUIRE SSL' : ''}`,
  `GRANT ALL ON counterfoil.* TO ${user}@'%'`,
]);

describe('TLS to the database (starts servers)', function () {
  this.timeout(60_000);
  let authority: Authority;
  let stranger: Authority;
  let database: PrivateDatabase;
  let misnamed: PrivateDatabase;
  let plain: PrivateDatabase;
  before(async () => {
    authority = new Authority();
    stranger = new Authority();
    [database, misnamed, plain] = await Promise.all([
      start(['DNS:localhost', 'IP:127.0.0.1', 'IP:::1']),
      start(['DNS:elsewhere.example']),
      startPrivateDatabase(users, [withoutTls]),
    ]);
  });
  after(cleanUp);
  after(async () => {
    await Promise.all([database, misnamed, plain].map((each) => each.remove()));
    authority.remove();
    stranger.remove();
  });

  function start(names: readonly string[]): Promise<PrivateDatabase> {
    const { key, certificate } = authority.certify(names[0] ?? '', names);
    const flags = [`--ssl-ca=${authority.file}`, `--ssl-cert=${certificate}`, `--ssl-key=${key}`];
    return startPrivateDatabase(users, [...flags, '--bind-address=127.0.0.1,::1']);
  }

  const status = (DATABASE_URL: string, more: Record<string, string> = {}) =>
    run(['migrate', 'up', '--json'], { env: { DATABASE_URL, ...more } });

  it('is used with the authority of DATABASE_CA_FILE', async () => {
    const env = { DATABASE_URL: database.urlAs('any'), DATABASE_CA_FILE: authority.file };
    const pool = openDatabase(readSettings(env).databaseUrl ?? '', 1);
    try {
      const [[row]] = await pool.raw("SHOW STATUS LIKE 'Ssl_version'");

      expect(row.Value).to.match(/^TLSv1\.[23]$/);
      expect(await migrationStatus(pool)).to.include.keys('done');
    } finally {
      await pool.destroy();
    }
  });

  it('lets in a user who may come over TLS only', async () => {
    expect(
      jsonOf(await status(database.urlAs('encrypted'), { DATABASE_CA_FILE: authority.file })),
    ).to.have.keys('done');
  });

  it('is named as a reason where that user comes without', async () => {
    expectError(await status(database.urlAs('encrypted')), /user or password of DATABASE_URL, or .* TLS/);
  });

  it('refuses the certificate of another authority', async () => {
    const ended = await status(database.urlAs('any'), { DATABASE_CA_FILE: stranger.file });

    expectError(
      ended,
      /^the certificate of the database is not valid \(.*certificate.*\): .*DATABASE_CA_FILE/,
    );
  });

  it('refuses it without a file of an authority, too', async () => {
    const ended = await status(`${database.urlAs('any')}?ssl-mode=VERIFY_IDENTITY`);

    expectError(
      ended,
      /^the certificate of the database is not valid \(.*certificate.*\): .*DATABASE_CA_FILE/,
    );
  });

  it('refuses a certificate for another name', async () => {
    const ended = await status(misnamed.urlAs('any'), { DATABASE_CA_FILE: authority.file });

    expectError(ended, /^the certificate of the database is not valid \(.*localhost.*elsewhere\.example.*\)/);
  });

  it('is not given up where the server has none', async () => {
    expectError(
      await status(plain.urlAs('any'), { DATABASE_CA_FILE: authority.file }),
      /^the database does not offer TLS/,
    );
  });

  it('is refused for an address, which the driver would not compare with the certificate', async () => {
    const ended = await status(database.urlAs('any', '[::1]'), { DATABASE_CA_FILE: authority.file });

    expectError(ended, /DATABASE_URL must contain the host name of the server for TLS/);
  });

  it('may not be asked for in another way: unknown parameters are refused by name', async () => {
    for (const parameter of ['ssl', 'sslmode', 'connectTimeout'])
      expectError(
        await status(`${database.urlAs('any')}?${parameter}=true`),
        new RegExp(`DATABASE_URL has the unknown parameter ${parameter}: .*ssl-mode=VERIFY_IDENTITY`),
      );
    expectError(
      await status(`${database.urlAs('any')}?ssl-mode=REQUIRED`),
      /ssl-mode=REQUIRED, which does not verify/,
    );
  });

  it('is not needed over IPv6', async () => {
    expect(jsonOf(await status(database.urlAs('any', '[::1]')))).to.have.keys('done');
  });
});
