import { expect } from 'chai';
import { Redis } from 'ioredis';
import { secretKey } from '../support/cluster.ts';
import { expectError, run } from '../support/command.ts';
import { cleanUp } from '../support/dataFolders.ts';
import { freePort } from '../support/ports.ts';
import { type PrivateRedis, startPrivateRedis } from '../support/privateRedis.ts';
import { servers } from '../support/servers.ts';

describe('a role refuses a Redis', function () {
  this.timeout(60_000);
  let redis: PrivateRedis;
  let administrator: Redis;
  before(async () => {
    redis = await startPrivateRedis();
    administrator = new Redis(redis.server.url);
  });
  after(cleanUp);
  after(async () => {
    administrator.disconnect();
    await redis.remove();
  });

  async function expectRefusal(command: string, REDIS_URL: string, line: RegExp): Promise<void> {
    const COUNTERFOIL_SECRET_KEY = secretKey.toString('base64');
    const defaults = { COUNTERFOIL_SECRET_KEY, DATABASE_URL: servers().mariadb.url, LOG_LEVEL: 'silent' };
    const env = { ...defaults, PORT: `${await freePort()}`, REDIS_URL };
    const { stderr, ...ended } = await run(command.split(' '), { env });
    // ioredis has a line of its own about INFO.
    expectError({ ...ended, stderr: stderr.replace(/^Skipping the ready check.*\n/, '') }, line);
  }

  const settings = [
    {
      name: 'maxmemory-policy',
      wrong: 'allkeys-lru',
      right: 'noeviction',
      line: /evicts keys .*allkeys-lru/,
    },
    { name: 'appendonly', wrong: 'no', right: 'yes', line: /has no append-only file/ },
  ];
  for (const { name, wrong, right, line } of settings)
    for (const command of ['gateway', 'worker article'])
      it(`with ${name} ${wrong} (${command})`, async () => {
        await administrator.config('SET', name, wrong);
        try {
          await expectRefusal(command, redis.server.url, line);
        } finally {
          await administrator.config('SET', name, right);
        }
      });

  const rights = [
    { lacking: 'INFO', rules: ['-info'] },
    { lacking: 'EVALSHA', rules: ['-evalsha'] },
    { lacking: 'MULTI, EXEC', rules: ['-multi', '-exec'] },
    { lacking: 'XREAD', rules: ['-xread'] },
    { lacking: 'EVAL, EVALSHA', rules: ['resetkeys', '~other:*', '+multi'] },
  ];
  for (const { lacking, rules } of rights)
    for (const command of ['gateway', 'worker article'])
      it(`whose user lacks ${lacking} by ${rules.join(' ')} (${command})`, async () => {
        await administrator.acl('SETUSER', 'poor', 'reset', 'on', '>poor', 'allkeys', '+@all', ...rules);
        const url = Object.assign(new URL(redis.server.url), { username: 'poor', password: 'poor' });

        await expectRefusal(command, url.href, new RegExp(`does not allow this user to run .*${lacking}`));
      });

  it('and leaves no key behind that it tried', async () => {
    expect(await administrator.keys('*{check}*')).to.deep.equal([]);
  });
});
