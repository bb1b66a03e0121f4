import type { RedisClient } from '../redis/client.ts';
import { earlierHeartbeatKey, heartbeatsKey, heartbeatTtlMs, type QueueId } from './queues.ts';

/** Whether a worker serves the queue. `now` is in milliseconds by Redis's clock. Rejects when Redis does not answer. */
export async function hasWorker(redis: RedisClient, queue: QueueId, now: number): Promise<boolean> {
  return (await countWorkers(redis, queue, now)) > 0 || hasEarlierWorker(redis, queue);
}

/** The members of workers that record changes begin so; those of version 0.2.0 are only ids. */
const recordingMark = 'changes ';

/**
 * The member of a worker process in the sorted sets of heartbeats: `changes ID`, or `changes ID 3` if it serves three partitions
 * of each queue.
 */
export function heartbeatMember(workerId: string, partitions = 1): string {
  return `${recordingMark}${workerId}${partitions > 1 ? ` ${partitions}` : ''}`;
}

/** The number of partitions that the workers of a queue serve; undefined without any. `now` and rejections as above. */
export async function partitionsServed(
  redis: RedisClient,
  queue: QueueId,
  now: number,
): Promise<number | undefined> {
  const members = await membersOf(redis, queue, now);
  if (members.length > 0) return Math.max(...members.map((member) => Number(member.split(' ')[2]) || 1));
  return (await hasEarlierWorker(redis, queue)) ? 1 : undefined;
}

/** Whether a worker serves the queue that records no changes: one of version 0.2.0 or 0.1.0. `now` as above. */
export async function hasUnrecordingWorker(
  redis: RedisClient,
  queue: QueueId,
  now: number,
): Promise<boolean> {
  const members = await membersOf(redis, queue, now);
  return members.some((member) => !member.startsWith(recordingMark)) || hasEarlierWorker(redis, queue);
}

function membersOf(redis: RedisClient, queue: QueueId, now: number): Promise<string[]> {
  return redis.zrangebyscore(heartbeatsKey(queue, redis), Math.round(now), '+inf');
}

/** How many processes serve the queue, without those of version 0.1.0. `now` as above. */
export function countWorkers(redis: RedisClient, queue: QueueId, now: number): Promise<number> {
  return redis.zcount(heartbeatsKey(queue, redis), Math.round(now), '+inf');
}

/** Whether a worker of version 0.1.0 serves the queue: those have only this key, which each heartbeat keeps for six seconds. */
export async function hasEarlierWorker(redis: RedisClient, queue: QueueId): Promise<boolean> {
  return (await redis.pttl(earlierHeartbeatKey(queue, redis))) > heartbeatTtlMs;
}
