import type { Redis } from 'ioredis';
import { earlierHeartbeatKey, heartbeatsKey, heartbeatTtlMs, type QueueId } from './queues.ts';

/** Whether a worker serves the queue. `now` is in milliseconds by Redis's clock. Rejects when Redis does not answer. */
export async function hasWorker(redis: Redis, queue: QueueId, now: number): Promise<boolean> {
  const workers = await redis.zcount(heartbeatsKey(queue), Math.round(now), '+inf');
  return workers > 0 || hasEarlierWorker(redis, queue);
}

/** Whether a worker of version 0.1.0 serves the queue: those have only this key, which each heartbeat keeps for six seconds. */
export async function hasEarlierWorker(redis: Redis, queue: QueueId): Promise<boolean> {
  return (await redis.pttl(earlierHeartbeatKey(queue))) > heartbeatTtlMs;
}
