import { expect } from 'chai';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { heartbeatsKey } from '../../shared/wire/heartbeats.ts';
import { expectError, run, start } from '../support/command.ts';
import { cleanUp } from '../support/dataFolders.ts';
import { openRedis } from '../support/openRedis.ts';
import { redisUrl, servers } from '../support/servers.ts';

const number = 15;

describe('counterfoil worker --lane', () => {
  let redis: RedisClient;
  before(() => {
    redis = openRedis(number);
  });
  afterEach(() => redis.flushdb());
  after(async () => {
    redis.disconnect();
    await cleanUp();
  });

  const settings = () => ({ REDIS_URL: redisUrl(number), DATABASE_URL: servers().mariadb.url });
  const served = async (...options: readonly string[]) => {
    const worker = await start(['worker', 'article', ...options], { env: settings() });
    await worker.prints(/"event":"started"/);
    const [interactive, bulk] = await Promise.all(
      (['interactive', 'bulk'] as const).map((lane) =>
        redis.exists(heartbeatsKey({ resource: 'article', lane }, redis)),
      ),
    );
    expect(await worker.stop()).to.include({ code: 0 });
    return { interactive, bulk };
  };

  it('serves both lanes without it', async () => {
    expect(await served()).to.deep.equal({ interactive: 1, bulk: 1 });
  });

  it('bulk serves batches only', async () => {
    expect(await served('--lane', 'bulk')).to.deep.equal({ interactive: 0, bulk: 1 });
  });

  it('interactive serves single calls only', async () => {
    expect(await served('--lane', 'interactive')).to.deep.equal({ interactive: 1, bulk: 0 });
  });

  it('bulk complains of a resource that has no batches', async () => {
    expectError(await run(['worker', 'account', '--lane', 'bulk'], { env: settings() }), /no batches/);
  });
});
