import { resources } from '../operations/operation.ts';
import type { RedisClient } from '../redis/client.ts';
import { type QueueId, queueKey, queueLabel, queuesOf } from './queues.ts';

/** An operator's order to refuse the calls of a queue. Times are in milliseconds by Redis's clock. */
export interface Pause {
  /** For operators; clients don't see it. */
  readonly reason: string;
  readonly since: number;
  /** When it ends by itself; null if only `counterfoil resume` ends it. */
  readonly until: number | null;
}

/** Without the queue of accounts, no request could be authenticated. */
export const pausableResources = resources.filter((resource) => resource !== 'account');

/** Pauses a queue, in place of an earlier pause. The entry expires with the pause, and survives a restart of Redis. */
export async function writePause(redis: RedisClient, queue: QueueId, pause: Pause): Promise<void> {
  const text = JSON.stringify(pause);
  const { since, until } = pause;
  if (until === null) await redis.set(pauseKey(queue, redis), text);
  else await redis.set(pauseKey(queue, redis), text, 'PX', until - since);
}

/** Ends a pause. Resolves to whether there was one. */
export async function deletePause(redis: RedisClient, queue: QueueId): Promise<boolean> {
  return (await redis.del(pauseKey(queue, redis))) > 0;
}

/** The present pauses, by the labels of their queues. Rejects if Redis does not answer. */
export async function readPauses(redis: RedisClient): Promise<ReadonlyMap<string, Pause>> {
  const queues = queuesOf(pausableResources);
  const texts = await Promise.all(queues.map((queue) => redis.get(pauseKey(queue, redis))));
  const found = texts.flatMap((text, index) =>
    text === null ? [] : [[queueLabel(queues[index] as QueueId), JSON.parse(text) as Pause] as const],
  );
  return new Map(found);
}

/** Exists while the queue is paused. */
function pauseKey(queue: QueueId, redis: RedisClient): string {
  return queueKey(queue, redis, 'pause');
}
