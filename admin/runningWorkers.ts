import { OperatorError } from '../shared/runtime/process/explain.ts';
import { ignoreEvents } from '../shared/runtime/process/log.ts';
import { serviceTime } from '../shared/runtime/redis/clock.ts';
import { connectToSend, reached } from '../shared/runtime/redis/redis.ts';
import { hasWorker } from '../shared/wire/heartbeats.ts';
import { queueLabel, queuesOf } from '../shared/wire/queues.ts';

/** Throws an `OperatorError` that names the queues which workers serve at this moment. */
export async function refuseWhileWorkersRun(redisUrl: string): Promise<void> {
  const redis = connectToSend(redisUrl, ignoreEvents);
  try {
    await reached(redis);
    const queues = queuesOf();
    const now = await serviceTime(redis);
    const present = await Promise.all(queues.map((queue) => hasWorker(redis, queue, now)));
    const served = queues.filter((_, index) => present[index]).map(queueLabel);
    if (served.length > 0) throw new OperatorError(`workers run (${served.join(', ')}): stop them first`);
  } finally {
    redis.disconnect();
  }
}
