import { expect } from 'chai';
import { hasEarlierWorker, hasWorker } from '../../../shared/calls/heartbeats.ts';
import { earlierHeartbeatKey, heartbeatsKey } from '../../../shared/calls/queues.ts';
import type { RedisClient } from '../../../shared/redis/client.ts';
import { Heartbeat } from '../../../workers/jobs/heartbeat.ts';
import { emptyRedis, openRedis } from '../../support/openRedis.ts';
import { until } from '../../support/until.ts';

const redisNumber = 14;
const queue = { resource: 'article', lane: 'interactive' } as const;

describe('the heartbeat of a worker', () => {
  let redis: RedisClient;
  beforeEach(async () => {
    await emptyRedis(redisNumber);
    redis = openRedis(redisNumber);
  });
  afterEach(() => redis.disconnect());

  /** The heartbeat of a worker of version 0.1.0, which beats every two seconds. */
  const beatOfEarlier = () => redis.set(earlierHeartbeatKey(queue, redis), 4711, 'EX', 6);
  const beats = async () => {
    const heartbeat = new Heartbeat(redis, Date, [queue]);
    await until(async () => (await redis.zcard(heartbeatsKey(queue, redis))) > 0);
    // The connection keeps the order: the commands of the heartbeat are done.
    await until(async () => (await redis.exists(earlierHeartbeatKey(queue, redis))) > 0);
    return heartbeat;
  };
  const isServed = () => hasWorker(redis, queue, Date.now());

  it('does not hide a worker of version 0.1.0 when it stops', async () => {
    await beatOfEarlier();
    const heartbeat = await beats();

    await heartbeat.stop();

    expect(await isServed()).to.equal(true);
  });

  it('is seen by gateways of version 0.1.0, and not taken for one of that version', async () => {
    const heartbeat = await beats();

    expect(await redis.exists(earlierHeartbeatKey(queue, redis))).to.equal(1);
    expect(await hasEarlierWorker(redis, queue)).to.equal(false);

    await heartbeat.stop();
    expect(await isServed()).to.equal(false);
  });

  it('goes on for gateways of version 0.1.0 when the worker of that version is gone', async () => {
    await beatOfEarlier();
    const heartbeat = await beats();
    await redis.pexpire(earlierHeartbeatKey(queue, redis), 1_500);

    await until(async () => (await redis.get(earlierHeartbeatKey(queue, redis))) !== '4711');

    expect(await redis.pttl(earlierHeartbeatKey(queue, redis))).to.be.above(0);
    await heartbeat.stop();
  });
});
