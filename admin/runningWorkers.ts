import { OperatorError } from '../cli/explain.ts';
import { hasWorker } from '../shared/heartbeats.ts';
import { tellNobody } from '../shared/log.ts';
import { queueLabel, queuesOf } from '../shared/queues.ts';
import { connectToSend, reached } from '../shared/redis.ts';

/** Throws an `OperatorError` that names the queues which workers serve at this moment. */
export async function refuseWhileWorkersRun(redisUrl: string): Promise<void> {
  const redis = connectToSend(redisUrl, tellNobody);
  try {
    await reached(redis);
    const queues = queuesOf();
    const [seconds] = await redis.time();
    const present = await Promise.all(
      queues.map((queue) => hasWorker(redis, queue, Number(seconds) * 1_000)),
    );
    const served = queues.filter((_, index) => present[index]).map(queueLabel);
    if (served.length > 0) throw new OperatorError(`workers run (${served.join(', ')}): stop them first`);
  } finally {
    redis.disconnect();
  }
}
