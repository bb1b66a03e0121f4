import { expect } from 'chai';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import type { RedisClient } from '../../../shared/runtime/redis/client.ts';
import { deliveryQueue, maintenanceQueue, queueName, queuePrefix } from '../../../shared/wire/queues.ts';
import { startWorker, type Worker } from '../../../workers/worker.ts';
import { workerSettings } from '../../support/cluster.ts';
import { emptyRedis, openRedis } from '../../support/openRedis.ts';

const redisNumber = 14;
const hourMs = 3_600_000;

/** Keys as a worker leaves them that died before Redis's clock was set back by an hour. */
describe('locks of a dead worker after a step of the clock of Redis [clock-steps]', () => {
  let redis: RedisClient;
  let worker: Worker | undefined;
  before(async () => {
    await emptyRedis(redisNumber);
    redis = openRedis(redisNumber);
  });
  afterEach(async () => {
    await worker?.stop();
    await emptyRedis(redisNumber);
  });
  after(() => redis.disconnect());

  const queues: readonly [label: string, name: () => string, lockMs: number][] = [
    ['calls', () => queueName({ resource: 'article', lane: 'interactive' }, redis), 1_500],
    ['webhooks', () => deliveryQueue(redis), 15_000],
    ['maintenance', () => maintenanceQueue(redis), 10_000],
  ];
  for (const [label, name, lockMs] of queues)
    it(`expire in the usual time: ${label}`, async () => {
      const prefix = `${queuePrefix}:${name()}`;
      await redis.lpush(`${prefix}:active`, '1');
      await redis.set(`${prefix}:1:lock`, 'dead', 'PX', hourMs);
      await redis.set(`${prefix}:stalled-check`, '1', 'PX', hourMs);

      worker = await startWorker(['article'], workerSettings(redisNumber), ignoreEvents);

      expect(await redis.pttl(`${prefix}:1:lock`)).to.be.at.most(lockMs);
      expect(await redis.pttl(`${prefix}:stalled-check`)).to.be.at.most(lockMs);
    });
});
