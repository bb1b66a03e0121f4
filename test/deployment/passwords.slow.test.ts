import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { createAccount, createApp, defaultSettings } from '../../admin/accounts.ts';
import { migrateUp } from '../../migrations/migrations.ts';
import { type Database, openDatabase } from '../../workers/database/database.ts';
import { secretKey } from '../support/cluster.ts';
import { run, start } from '../support/command.ts';
import { databaseEngine } from '../support/databaseEngine.ts';
import { deployRedisUser, startDeployedDatabase, usersOfDeploy } from '../support/deployed.ts';
import { freePort } from '../support/ports.ts';
import type { PrivateDatabase } from '../support/privateDatabase.ts';
import { type PrivateRedis, startPrivateRedis } from '../support/privateRedis.ts';
import { RollingLoad } from '../support/rollingLoad.ts';
import type { Running } from '../support/running.ts';
import { until } from '../support/until.ts';

const user = 'counterfoil_worker';
const drainMs = 1_000;
const document = readFileSync('docs/deploying.md', 'utf8');

/** The statement of docs/deploying.md that begins and ends with these texts, with the password `new`. */
function documented(begin: string, end: string): string {
  const statements = [...document.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
  const found = statements.find((one) => one.startsWith(begin) && one.endsWith(end));
  if (found === undefined) throw new Error(`docs/deploying.md has no statement ${begin}...${end}`);
  return found.replace('NEW', 'new').replace('<OLD', '<secret');
}

const withNew = (url: string) => Object.assign(new URL(url), { password: 'new' }).href;

const doctor = (DATABASE_URL: string, REDIS_URL: string) =>
  run(['doctor'], { env: { DATABASE_URL, REDIS_URL } });

/** URLs with the passwords of a moment. */
interface Urls {
  readonly redis: string;
  readonly database: string;
}

describe('passwords that are replaced as docs/deploying.md says (starts servers and roles)', function () {
  this.timeout(120_000);
  let database: PrivateDatabase;
  let redis: PrivateRedis;
  let administrator: Database;
  let redisAdministrator: Redis;
  before(async () => {
    const chief = [
      `CREATE USER 'chief'@'%' IDENTIFIED BY 'chief'`,
      `GRANT ALL ON *.* TO 'chief'@'%' WITH GRANT OPTION`,
    ];
    [database, redis] = await Promise.all([startDeployedDatabase([], chief), startPrivateRedis()]);
    administrator = openDatabase(database.urlAs('chief'), 2);
    redisAdministrator = new Redis(redis.server.url);
    await migrateUp(administrator);
  });
  after(async () => {
    await administrator.destroy();
    redisAdministrator.disconnect();
    await Promise.all([database.remove(), redis.remove()]);
  });

  async function startRoles({ redis: REDIS_URL, database: DATABASE_URL }: Urls) {
    const port = await freePort();
    const env = {
      REDIS_URL,
      DATABASE_URL,
      COUNTERFOIL_SECRET_KEY: secretKey.toString('base64'),
      PORT: `${port}`,
      DRAIN_MS: `${drainMs}`,
    };
    const roles = ['gateway', 'worker all'];
    const [gateway, worker] = (await Promise.all(roles.map((role) => start(role.split(' '), { env })))) as [
      Running,
      Running,
    ];
    const url = `http://127.0.0.1:${port}`;
    await until(async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200);
    return { gateway, worker, url };
  }

  async function redisStatement(end: string) {
    const [, ...rest] = documented('ACL SETUSER counterfoil', end).split(' ');
    await redisAdministrator.call('ACL', ...rest);
  }

  /** Lets the worker's user have two passwords; returns its new URL, and what ends the former one. */
  async function secondPassword(): Promise<readonly [url: string, end: () => Promise<unknown>]> {
    if (databaseEngine === 'mysql') {
      await administrator.raw(documented(`ALTER USER '${user}'@'%'`, 'RETAIN CURRENT PASSWORD'));
      const end = documented(`ALTER USER '${user}'@'%'`, 'DISCARD OLD PASSWORD');
      return [withNew(database.urlAs(user)), () => administrator.raw(end)];
    }
    const second = `${user}2`;
    for (const statement of usersOfDeploy().filter((one) => one.includes(`'${user}'`)))
      await administrator.raw(statement.replaceAll(`'${user}'`, `'${second}'`));
    return [database.urlAs(second), () => administrator.raw(documented(`DROP USER '${user}'`, `'%'`))];
  }

  it('fail no call, and the former ones open nothing afterwards', async () => {
    const account = await createAccount(administrator, { ...defaultSettings, name: 'rotating' });
    const load = new RollingLoad(await createApp(administrator, account, secretKey));
    const before = { redis: await deployRedisUser(redis.server), database: database.urlAs(user) };
    const former = await startRoles(before);
    await load.add({ url: former.url, running: former.gateway });
    await load.answers(50);

    await redisStatement('>NEW');
    const [databaseUrl, endFormer] = await secondPassword();
    const after = {
      redis: withNew(before.redis),
      database: databaseUrl,
    };
    const renewed = await startRoles(after);
    await load.add({ url: renewed.url, running: renewed.gateway });
    await former.worker.stop();
    await former.gateway.stop();
    await redisStatement('<OLD');
    await endFormer();
    await load.answers(50);

    const { failed } = await load.stop();
    expect(failed).to.deep.equal([]);
    for (const urls of [
      { ...after, redis: before.redis },
      { ...after, database: before.database },
    ]) {
      const { stdout, code } = await doctor(urls.database, urls.redis);
      expect(code).to.equal(1);
      expect(stdout).to.match(/fatal +(?:redis|database) .*(?:password|WRONGPASS)/);
    }
    await renewed.gateway.stop();
    await renewed.worker.stop();
  });

  for (const name of ['counterfoil_admin', 'counterfoil_migrate'])
    it(`of ${name} are replaced by one statement`, async () => {
      const former = database.urlAs(name);
      await administrator.raw(documented(`ALTER USER '${name}'`, `'NEW'`));

      expect((await doctor(former, redis.server.url)).stdout).to.match(/fatal +database .*password/);
      expect((await doctor(withNew(former), redis.server.url)).stdout).not.to.match(/fatal +database/);
    });
});
