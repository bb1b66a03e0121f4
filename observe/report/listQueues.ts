import { sum } from '../../shared/contract/values/arithmetic.ts';
import { maxPartitions } from '../../shared/runtime/queueNames.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { serviceTime } from '../../shared/runtime/redis/clock.ts';
import { countWorkers } from '../../shared/wire/heartbeats.ts';
import { readPauses, type ShownPause, shownPause } from '../../shared/wire/pauses.ts';
import { partitionKey, type QueueId, queueLabel, queuesOf } from '../../shared/wire/queues.ts';

export interface ListedQueue {
  readonly queue: string;
  readonly lane: string;
  readonly workers: number;
  /** A job has up to 256 calls. */
  readonly waiting_jobs: number;
  readonly active_jobs: number;
  readonly paused: ShownPause | null;
}

/** Rejects if Redis does not answer. */
export async function listQueues(redis: RedisClient): Promise<readonly ListedQueue[]> {
  const now = await serviceTime(redis);
  const pauses = await readPauses(redis);
  return Promise.all(
    queuesOf().map(async (queue) => {
      const pause = pauses.get(queueLabel(queue));
      return {
        queue: queue.resource,
        lane: queue.lane,
        workers: await countWorkers(redis, queue, now),
        waiting_jobs: await jobsIn(redis, queue, 'wait'),
        active_jobs: await jobsIn(redis, queue, 'active'),
        paused: pause ? shownPause(pause) : null,
      };
    }),
  );
}

/** Counts all partitions, also those that no worker serves. */
async function jobsIn(redis: RedisClient, queue: QueueId, state: 'wait' | 'active'): Promise<number> {
  const keys = Array.from({ length: maxPartitions }, (_, partition) =>
    partitionKey(queue, partition, redis, state),
  );
  const counts = await Promise.all(keys.map((key) => redis.llen(key)));
  return sum(counts);
}
