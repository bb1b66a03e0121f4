import { expect } from 'chai';
import { Redis } from 'ioredis';
import { createAccount, createApp, defaultSettings } from '../../admin/accounts.ts';
import type { Finding } from '../../admin/findings.ts';
import { migrateDown, migrateUp } from '../../migrations/migrations.ts';
import { openDatabase } from '../../workers/database/database.ts';
import { secretKey } from '../support/cluster.ts';
import { expectError, run } from '../support/command.ts';
import { runHosted } from '../support/commandHost.ts';
import { cleanUp } from '../support/dataFolders.ts';
import { deployRedisUser, usersOfDeploy } from '../support/deployed.ts';
import { type PrivateDatabase, startPrivateDatabase } from '../support/privateDatabase.ts';
import { type PrivateRedis, startPrivateRedis } from '../support/privateRedis.ts';

const users = [
  'CREATE USER reader',
  'GRANT SELECT ON counterfoil.* TO reader',
  "ALTER USER reader IDENTIFIED BY 'reader'",
];

describe('counterfoil doctor (starts commands)', function () {
  this.timeout(60_000);
  let database: PrivateDatabase;
  let redis: PrivateRedis;
  let administrator: Redis;
  let pool: ReturnType<typeof openDatabase>;
  before(async () => {
    [database, redis] = await Promise.all([
      startPrivateDatabase([...usersOfDeploy(), ...users]),
      startPrivateRedis(),
    ]);
    administrator = new Redis(redis.server.url);
    pool = openDatabase(database.server.url, 2);
    await migrateUp(pool);
    const account = await createAccount(pool, { ...defaultSettings, name: 'checked' });
    await createApp(pool, account, secretKey);
  });
  after(cleanUp);
  after(async () => {
    administrator.disconnect();
    await pool.destroy();
    await Promise.all([database.remove(), redis.remove()]);
  });

  const good = () => ({
    DATABASE_URL: database.urlAs('counterfoil_worker'),
    REDIS_URL: redis.server.url,
    COUNTERFOIL_SECRET_KEY: secretKey.toString('base64'),
    COUNTERFOIL_DATA_DIR: '/tmp',
  });

  async function check(changes: Record<string, string> = {}) {
    const env = { ...good(), ...changes };
    // Node reads its options when it starts.
    const { code, stdout, stderr } = await (changes.NODE_OPTIONS === undefined
      ? runHosted(['doctor', '--json'], env)
      : run(['doctor', '--json'], { env }));
    expect(stderr).to.equal('');
    const { ok, checks } = JSON.parse(stdout) as {
      readonly ok: boolean;
      readonly checks: readonly Finding[];
    };
    expect(code).to.equal(ok ? 0 : 1);
    // A busy machine has slow round trips; doctorDistance.test.ts looks at them.
    const bad = checks.filter(
      ({ check: name, state }) => (state === 'warn' || state === 'fatal') && name !== 'database round trip',
    );
    return { ok, bad, checks };
  }

  it('finds nothing where all is well, and names what it looked at', async () => {
    const { ok, checks } = await check();

    const { code, stdout } = await run(['doctor'], { env: good() });

    expect({ ok, code }).to.deep.equal({ ok: true, code: 0 });
    const names = checks.map(({ check }) => check);
    expect(names).to.include.members([
      'settings',
      'key',
      'database',
      'database TLS',
      'grants',
      'migrations',
      'database clock',
      'database round trip',
      'superfluous rights',
      'redis',
      'redis TLS',
      'redis rights',
      'redis policy',
      'redis append-only file',
      'redis clock',
      'disk',
    ]);
    expect(stdout.trim().split('\n')).to.have.length(checks.length);
    expect(stdout).to.match(/^ok {7}database {16}MariaDB \d+\.\d+/m);
  });

  it('finds typing errors in the names of settings', async () => {
    const { ok, bad } = await check({
      MAX_CALL: '100',
      COUNTERFOIL_SECRET: 'x',
      HTTP_PROXY: 'x',
      HOSTS: 'x',
    });

    expect(ok).to.equal(true);
    expect(bad).to.have.length(2);
    expect(bad[0]).to.deep.include({ state: 'warn', message: 'unknown setting MAX_CALL' });
    expect(bad[0]?.remedy).to.equal('did you mean MAX_CALLS?');
    expect(bad[1]).to.deep.include({ message: 'unknown setting COUNTERFOIL_SECRET' });
  });

  it('finds wrong values of settings', async () => {
    const { ok, bad } = await check({ MAX_CALLS: 'many', DATABASE_CA_FILE: '/nowhere' });

    expect(ok).to.equal(false);
    expect(bad.map(({ check }) => check)).to.deep.equal(['settings']);
    expect(bad[0]?.message)
      .to.match(/MAX_CALLS must be a whole number/)
      .and.match(/DATABASE_CA_FILE: \/nowhere can't be read or contains no certificate/);
  });

  it('finds missing grants, which keep a worker from starting too', async () => {
    const { bad } = await check({ DATABASE_URL: database.urlAs('reader') });

    const [finding] = bad.filter(({ state }) => state === 'fatal');
    expect(finding?.check).to.equal('grants');
    expect(finding?.message).to.match(/lacks the right .*INSERT on inbox/);
    const env = { ...good(), DATABASE_URL: database.urlAs('reader'), LOG_LEVEL: 'silent' };
    expectError(await run(['worker', 'article'], { env }), /lacks the right INSERT on number_sequences,/);
  });

  it('finds migrations that did not run, and asks for nothing that needs them', async () => {
    const undone = await migrateDown(pool);
    const { ok, bad } = await check();
    await migrateUp(pool);

    expect(ok).to.equal(false);
    expect(bad.map(({ check, state }) => `${check} ${state}`)).to.deep.equal(['migrations fatal']);
    expect(bad[0]?.message).to.include(`lacks ${undone.join(', ')}: run \`counterfoil migrate up\``);
  });

  const settings = [
    { name: 'maxmemory-policy', wrong: 'allkeys-lru', right: 'noeviction', finding: 'redis policy' },
    { name: 'appendonly', wrong: 'no', right: 'yes', finding: 'redis append-only file' },
  ];
  for (const { name, wrong, right, finding } of settings)
    it(`finds a Redis with ${name} ${wrong}`, async () => {
      await administrator.config('SET', name, wrong);
      const { ok, bad } = await check();
      await administrator.config('SET', name, right);

      expect(ok).to.equal(false);
      expect(bad.map(({ check }) => check)).to.deep.equal([finding]);
    });

  it('finds a user of Redis with too few rights, and nothing wrong with that of deploy/', async () => {
    const REDIS_URL = await deployRedisUser(redis.server);
    expect((await check({ REDIS_URL })).bad).to.deep.equal([]);

    await administrator.acl('SETUSER', 'counterfoil', '-xadd');

    const { bad } = await check({ REDIS_URL });
    expect(bad.map(({ check, state }) => `${check} ${state}`)).to.include('redis rights fatal');
  });

  it('finds a clock that differs from that of this machine', async () => {
    const NODE_OPTIONS = `--require ${process.cwd()}/lab/faults/skewedClock.cjs`;

    const { ok, bad } = await check({ NODE_OPTIONS, CLOCK_SKEW_MS: '60000' });

    expect(ok).to.equal(true);
    expect(bad.map(({ check }) => check)).to.deep.equal(['database clock', 'redis clock']);
  });

  it("reports both servers that can't be reached", async () => {
    const { bad } = await check({ DATABASE_URL: database.urlAs('nobody'), REDIS_URL: 'redis://127.0.0.1:1' });

    expect(bad.map(({ check }) => check)).to.deep.equal(['database', 'redis']);
  });

  it('skips what is not set', async () => {
    const { ok, checks } = await check({ DATABASE_URL: '' });

    expect(ok).to.equal(true);
    expect(checks).to.deep.include({
      check: 'database',
      state: 'skipped',
      message: 'DATABASE_URL is not set; gateways need none',
    });
  });
});
