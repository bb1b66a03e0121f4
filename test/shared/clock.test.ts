import { expect } from 'chai';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { SharedClock } from '../../shared/runtime/redis/clock.ts';
import { openRedis } from '../support/openRedis.ts';

/** Milliseconds: longer than Redis of this machine takes to answer. */
const tolerance = 250;

describe('the shared clock', () => {
  let redis: RedisClient;
  const { now } = Date;
  before(() => {
    redis = openRedis();
  });
  afterEach(() => {
    Date.now = now;
  });
  after(() => redis.disconnect());

  const redisNow = async () => {
    const [seconds, microseconds] = await redis.time();
    return Number(seconds) * 1_000 + Number(microseconds) / 1_000;
  };

  it("reports Redis's time, whatever the host's clock says [clock-skew]", async () => {
    Date.now = () => now() - 3_600_000;

    const clock = await SharedClock.start(redis);

    expect(Math.abs(clock.now() - (await redisNow()))).to.be.below(tolerance);
    clock.stop();
  });
});
