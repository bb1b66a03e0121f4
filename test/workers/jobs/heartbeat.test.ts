import { expect } from 'chai';
import type { RedisClient } from '../../../shared/runtime/redis/client.ts';
import { maxStepMs } from '../../../shared/runtime/redis/clock.ts';
import type { Heartbeat } from '../../../shared/runtime/redis/heartbeat.ts';
import {
  hasWorker,
  heartbeatsKey,
  partitionsServed,
  workerHeartbeat,
} from '../../../shared/wire/heartbeats.ts';
import { emptyRedis, openRedis } from '../../support/openRedis.ts';
import { until } from '../../support/until.ts';

const redisNumber = 14;
const queue = { resource: 'article', lane: 'interactive' } as const;

describe('the heartbeat of a worker', () => {
  let redis: RedisClient;
  let heartbeats: Heartbeat[];
  beforeEach(async () => {
    await emptyRedis(redisNumber);
    redis = openRedis(redisNumber);
    heartbeats = [];
  });
  afterEach(async () => {
    for (const heartbeat of heartbeats) await heartbeat.stop();
    redis.disconnect();
  });

  const beats = async (partitions = 1) => {
    const heartbeat = workerHeartbeat(redis, Date, [queue], partitions);
    heartbeats.push(heartbeat);
    const members = heartbeats.length;
    await until(async () => (await redis.zcard(heartbeatsKey(queue, redis))) === members);
    return heartbeat;
  };
  const isServed = () => hasWorker(redis, queue, Date.now());

  it('shows that a queue is served until the worker stops, and hides no other worker', async () => {
    const [one, other] = [await beats(), await beats()];

    await one.stop();
    expect(await isServed()).to.equal(true);
    await other.stop();
    expect(await isServed()).to.equal(false);
  });

  it('says how many partitions of the queue are served', async () => {
    await beats();
    expect(await partitionsServed(redis, queue, Date.now())).to.equal(1);
    await beats(3);
    expect(await partitionsServed(redis, queue, Date.now())).to.equal(3);
  });

  it("outlives a step of Redis's clock, by which keys expire [clock-steps]", async () => {
    await beats();

    expect(await redis.pttl(heartbeatsKey(queue, redis))).to.be.above(maxStepMs);
  });
});
