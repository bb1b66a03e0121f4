import { expect } from 'chai';
import { Redis } from 'ioredis';
import { RedisRoom } from '../../../gateway/calls/redisRoom.ts';
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
    const room = new RedisRoom(redis, (event, fields) => {
      if (event === 'redis_evicts') policies.push((fields as { readonly policy: string }).policy);
    });

    for (const policy of ['allkeys-lru', 'volatile-ttl']) {
      await redis.config('SET', 'maxmemory-policy', policy);
      await until(() => policies.includes(policy));
    }
    room.stop();

    expect(policies).to.deep.equal(['allkeys-lru', 'volatile-ttl']);
  });
});
