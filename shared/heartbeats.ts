import type { Redis } from 'ioredis';
import { earlierHeartbeatKey, heartbeatsKey, laterHeartbeat, type QueueId } from './queues.ts';

/** Whether some worker serves the queue at a moment, in milliseconds by Redis's clock. Rejects when Redis can't be asked. */
export async function hasWorker(redis: Redis, queue: QueueId, now: number): Promise<boolean> {
  const workers = await redis.zcount(heartbeatsKey(queue), Math.round(now), '+inf');
  return workers > 0 || hasEarlierWorker(redis, queue);
}

/** Workers of the version before have only this key, with their process id. */
async function hasEarlierWorker(redis: Redis, queue: QueueId): Promise<boolean> {
  const value = await redis.get(earlierHeartbeatKey(queue));
  return value !== null && value !== laterHeartbeat;
}
