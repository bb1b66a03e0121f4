import { expect } from 'chai';
import { Redis } from 'ioredis';
import { QueueWatch } from '../../../gateway/calls/queueWatch.ts';
import type { Emit } from '../../../shared/runtime/process/log.ts';
import { type PrivateRedis, startPrivateRedis } from '../../support/privateRedis.ts';
import { until } from '../../support/until.ts';

describe('a Redis that is told to evict keys while a gateway runs', () => {
  let server: PrivateRedis;
  let redis: Redis;
  before(async () => {
    server = await startPrivateRedis();
    redis = new Redis(server.server.url);
  });
  after(async () => {
    redis.disconnect();
    await server.remove();
  });

  it('is reported, once for each change', async () => {
    const policies: string[] = [];
    const emit: Emit = (event, fields) => {
      if (event === 'redis_evicts') policies.push((fields as { readonly policy: string }).policy);
    };
    const watch = new QueueWatch({ redis, clock: Date, emit });
    await watch.start([]);

    for (const policy of ['allkeys-lru', 'volatile-ttl']) {
      await redis.config('SET', 'maxmemory-policy', policy);
      await until(() => policies.includes(policy));
    }
    watch.stop();

    expect(policies).to.deep.equal(['allkeys-lru', 'volatile-ttl']);
  });
});
