import type { RedisClient } from '../redis/client.ts';
import { heartbeatsKey, type QueueId } from './queues.ts';

/** Whether a worker serves the queue. `now` is the service's time in milliseconds. Rejects when Redis does not answer. */
export async function hasWorker(redis: RedisClient, queue: QueueId, now: number): Promise<boolean> {
  return (await countWorkers(redis, queue, now)) > 0;
}

/**
 * The member of a worker process in the sorted sets of heartbeats: its id, and how many partitions of each queue it serves if
 * there are several: `ID 3`.
 */
export function heartbeatMember(workerId: string, partitions = 1): string {
  return partitions > 1 ? `${workerId} ${partitions}` : workerId;
}

/** The number of partitions that the workers of a queue serve; undefined without any. `now` and rejections as above. */
export async function partitionsServed(
  redis: RedisClient,
  queue: QueueId,
  now: number,
): Promise<number | undefined> {
  const members = await redis.zrangebyscore(heartbeatsKey(queue, redis), Math.round(now), '+inf');
  if (members.length === 0) return undefined;
  return Math.max(...members.map((member) => Number(member.split(' ')[1]) || 1));
}

/** How many processes serve the queue. `now` and rejections as above. */
export function countWorkers(redis: RedisClient, queue: QueueId, now: number): Promise<number> {
  return redis.zcount(heartbeatsKey(queue, redis), Math.round(now), '+inf');
}
