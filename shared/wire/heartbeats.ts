import { newId } from '../contract/values/idents.ts';
import type { RedisClient } from '../runtime/redis/client.ts';
import type { Clock } from '../runtime/redis/clock.ts';
import { Heartbeat } from '../runtime/redis/heartbeat.ts';
import { type QueueId, queueKey } from './queues.ts';

const ttlMs = 3_000;

/** Sorted set of the worker processes that serve the queue. The score is the time at which their heartbeat expires. */
export function heartbeatsKey(queue: QueueId, redis: RedisClient): string {
  return queueKey(queue, redis, 'workers');
}

/** Shows gateways that this process serves these queues, and how many partitions of each. */
export function workerHeartbeat(
  redis: RedisClient,
  clock: Clock,
  queues: readonly QueueId[],
  partitions: number,
): Heartbeat {
  const keys = queues.map((queue) => heartbeatsKey(queue, redis));
  return new Heartbeat({ redis, clock, keys, ttlMs }, heartbeatMember(newId(), partitions));
}

/** `now` is the service's time in milliseconds. Rejects if Redis does not answer. */
export async function hasWorker(redis: RedisClient, queue: QueueId, now: number): Promise<boolean> {
  return (await countWorkers(redis, queue, now)) > 0;
}

/** Returns the id, followed by the number of partitions per queue if there are several, such as `ID 3`. */
export function heartbeatMember(workerId: string, partitions = 1): string {
  return partitions > 1 ? `${workerId} ${partitions}` : workerId;
}

/** Undefined without workers. `now` is the service's time in milliseconds. Rejects if Redis does not answer. */
export async function partitionsServed(
  redis: RedisClient,
  queue: QueueId,
  now: number,
): Promise<number | undefined> {
  const members = await redis.zrangebyscore(heartbeatsKey(queue, redis), Math.round(now), '+inf');
  if (members.length === 0) return undefined;
  return Math.max(...members.map((member) => Number(member.split(' ')[1]) || 1));
}

/** Counts processes. `now` is the service's time in milliseconds. Rejects if Redis does not answer. */
export function countWorkers(redis: RedisClient, queue: QueueId, now: number): Promise<number> {
  return redis.zcount(heartbeatsKey(queue, redis), Math.round(now), '+inf');
}
