import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { type Acknowledged, AcknowledgedLoad, type Signer } from '../support/acknowledgedLoad.ts';
import { expectRestored, runPage } from '../support/backedUp.ts';
import { secretKey } from '../support/cluster.ts';
import { jsonOf, run, start } from '../support/command.ts';
import { databaseEngine, databaseServer } from '../support/databaseEngine.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { usersOfDeploy } from '../support/deployed.ts';
import { freePort } from '../support/ports.ts';
import { type PrivateDatabase, startPrivateDatabase } from '../support/privateDatabase.ts';
import { type PrivateRedis, startPrivateRedis } from '../support/privateRedis.ts';
import { programShims } from '../support/programShims.ts';
import { Running } from '../support/running.ts';

const { name } = databaseServer;
const COUNTERFOIL_SECRET_KEY = secretKey.toString('base64');
const administrator = [
  "CREATE USER IF NOT EXISTS 'admin'@'%' IDENTIFIED BY 'admin'",
  "GRANT ALL ON *.* TO 'admin'@'%' WITH GRANT OPTION",
];

describe(`docs/backup.md, with a ${name} of one's own`, function () {
  this.timeout(120_000);
  let folder: string;
  let programs: string;
  let server: PrivateDatabase;
  let redis: PrivateRedis;
  let roles: readonly Running[];
  let signer: Signer;
  let acknowledged: readonly Acknowledged[];
  before('starts servers and roles with the users of deploy/', async () => {
    folder = await emptyFolder();
    programs = await programShims(path.join(folder, 'programs'));
    await writeFile(path.join(folder, 'users.sql'), `${usersOfDeploy().join(';\n')};\n`);
    await startServers([...usersOfDeploy(), ...administrator]);
    expect(await run(['migrate', 'up'], { env: settings() })).to.include({ code: 0 });
    const { account_ident } = await json('account', 'create', 'Backed up');
    const app = await json('app', 'create', account_ident ?? '');
    const url = await startRoles();
    signer = { url, appId: app.app_id ?? '', apiSecret: app.api_secret ?? '' };
  });
  after(cleanUp);
  after(() => Promise.all([server.remove(), redis.remove()]));

  /** What operators have: option files, and the URLs of the servers. */
  async function startServers(statements: readonly string[]): Promise<void> {
    [server, redis] = await Promise.all([
      startPrivateDatabase(statements, [], databaseEngine),
      startPrivateRedis(),
    ]);
    const { port } = new URL(server.server.url);
    const files = { 'admin.cnf': 'admin', 'client.cnf': 'counterfoil_migrate' };
    for (const [file, user] of Object.entries(files)) {
      const lines = ['[client]', 'host=127.0.0.1', `port=${port}`, `user=${user}`, `password=${user}`, ''];
      await writeFile(path.join(folder, file), lines.join('\n'), { mode: 0o600 });
    }
  }

  function settings(user = 'counterfoil_migrate'): Record<string, string> {
    const urls = { DATABASE_URL: server.urlAs(user, '127.0.0.1'), REDIS_URL: redis.server.url };
    return { ...urls, COUNTERFOIL_SECRET_KEY, COUNTERFOIL_DATA: folder };
  }

  async function json(...command: string[]): Promise<Readonly<Record<string, string>>> {
    const ended = await run([...command, '--json'], { env: settings('counterfoil_worker') });
    return jsonOf(ended) as Record<string, string>;
  }

  async function startRoles(): Promise<string> {
    const port = await freePort();
    const env = { ...settings('counterfoil_worker'), PORT: `${port}`, LOG_LEVEL: 'silent' };
    roles = await Promise.all([
      start(['worker', 'all'], { env, channel: true }),
      start(['gateway'], { env, channel: true }),
    ]);
    await Promise.all(roles.map(({ child }) => once(child, 'message')));
    return `http://127.0.0.1:${port}`;
  }

  function page(heading: string) {
    const PATH = `${programs}:${process.env.PATH}`;
    return runPage(heading, folder, { ...settings(), PATH });
  }

  const inFolder = (file: string) => path.join(folder, file);

  it('backs up while calls are answered', async () => {
    const load = new AcknowledgedLoad(signer);
    await load.more(200);
    acknowledged = load.acknowledged;

    const { code, stderr } = await page(`Backup of ${name}`);

    const during = load.acknowledged.length;
    await load.more(50);
    await load.stop();
    expect(code, stderr).to.equal(0);
    expect(during).to.be.above(acknowledged.length);
  });

  it('verifies and compares a database', async () => {
    const { code, stdout, stderr } = await page('Against another database');

    expect(code, stderr + stdout).to.equal(0);
    expect(stdout).to.match(/^ok +compared +every row is the same$/m);
  });

  it('restores onto an empty server, after everything was killed and removed', async () => {
    await Promise.all(roles.map((role) => role.stop('SIGKILL')));
    process.kill(server.server.pid ?? Number.NaN, 'SIGKILL');
    await Promise.all([server.remove(), redis.remove()]);
    await startServers(administrator);

    const restored = await page(`Restore of ${name}`);
    const ready = await page('Before the roles start');

    expect(restored.code, restored.stderr).to.equal(0);
    expect(ready.code, ready.stderr + ready.stdout).to.equal(0);
    expect(ready.stdout)
      .to.match(/^ok +secrets/m)
      .and.not.match(/^(warn|fatal|skipped)/m);
    const url = await startRoles();
    await expectRestored({ ...signer, url }, server.server.url, acknowledged);
  });

  it('finds what differs from the database that was backed up', async () => {
    const ended = await run(['verify', '--compare', inFolder('source.json')], { env: settings() });

    expect(ended).to.have.property('code', 1);
    expect(ended.stdout).to.match(/^fatal +compared +articles: \d+ rows instead of \d+; acc_\S+ \d+ rows/m);
    expect(ended.stdout).not.to.match(/^fatal +compared +apps/m);
  });

  it('refuses to restore over a database that is not empty, which stays as it is', async () => {
    await Promise.all(roles.map((role) => role.stop()));
    const { stdout } = await run(['verify', '--json'], { env: settings() });
    await writeFile(inFolder('restored.json'), stdout);

    const { code, stderr } = await page(`Restore of ${name}`);

    expect(code).not.to.equal(0);
    expect(stderr).to.match(/Table 'accounts' already exists/);
    const compared = await run(['verify', '--compare', inFolder('restored.json')], { env: settings() });
    expect(compared.code, compared.stdout).to.equal(0);
  });

  describe('with a dump that was cut off', () => {
    let whole: Buffer;
    before('empties the server', async () => {
      whole = await readFile(inFolder('counterfoil.sql.gz'));
      await Promise.all([server.remove(), redis.remove()]);
      await startServers([...usersOfDeploy(), ...administrator]);
    });

    for (const [what, cut] of [
      ['in the middle', (dump: Buffer) => dump.subarray(0, dump.length / 2)],
      ['between two tables', (dump: Buffer) => gzipSync(beforeLastTable(dump))],
    ] as const)
      it(`refuses one that ends ${what}`, async () => {
        await writeFile(inFolder('counterfoil.sql.gz'), cut(whole));

        const { code } = await page(`Restore of ${name}`);

        expect(code).not.to.equal(0);
        const { stdout } = await run(['verify'], { env: settings() });
        expect(stdout).to.match(/^fatal +tables +the database is empty\n$/);
      });

    it('verify finds one that was restored all the same', async () => {
      await writeFile(inFolder('cut.sql'), beforeLastTable(whole));
      const client = path.join(programs, name === 'MariaDB' ? 'mariadb' : 'mysql');
      const line = `${client} --defaults-extra-file=client.cnf counterfoil < cut.sql`;
      const loaded = await new Running('bash', ['-c', line], { cwd: folder }).ended;

      const { code, stdout } = await run(['verify'], { env: settings() });

      expect(loaded.code, loaded.stderr).to.equal(0);
      expect(code).to.equal(1);
      expect(stdout).to.match(/^fatal +tables +value_claims missing: the backup was cut off/);
    });
  });
});

function beforeLastTable(dump: Buffer): string {
  const text = gunzipSync(dump).toString();
  return text.slice(0, text.lastIndexOf('\nCREATE TABLE') + 1);
}
