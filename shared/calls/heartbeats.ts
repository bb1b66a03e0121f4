import type { Redis } from 'ioredis';
import { earlierHeartbeatKey, heartbeatsKey, heartbeatTtlMs, type QueueId } from './queues.ts';

/** Whether a worker serves the queue. `now` is in milliseconds by Redis's clock. Rejects when Redis does not answer. */
export async function hasWorker(redis: Redis, queue: QueueId, now: number): Promise<boolean> {
  return (await countWorkers(redis, queue, now)) > 0 || hasEarlierWorker(redis, queue);
}

/** How many processes serve the queue, without those of version 0.1.0. `now` as above. */
export function countWorkers(redis: Redis, queue: QueueId, now: number): Promise<number> {
  return redis.zcount(heartbeatsKey(queue), Math.round(now), '+inf');
}

/** Whether a worker of version 0.1.0 serves the queue: those have only this key, which each heartbeat keeps for six seconds. */
export async function hasEarlierWorker(redis: Redis, queue: QueueId): Promise<boolean> {
  return (await redis.pttl(earlierHeartbeatKey(queue))) > heartbeatTtlMs;
}
