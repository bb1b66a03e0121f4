import type { Redis } from 'ioredis';
import { resources } from '../operations/operation.ts';
import { type QueueId, queueLabel, queueName, queuePrefix, queuesOf } from './queues.ts';

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
export async function writePause(redis: Redis, queue: QueueId, pause: Pause): Promise<void> {
  const text = JSON.stringify(pause);
  const { since, until } = pause;
  if (until === null) await redis.set(pauseKey(queue), text);
  else await redis.set(pauseKey(queue), text, 'PX', until - since);
}

/** Ends a pause. Resolves to whether there was one. */
export async function deletePause(redis: Redis, queue: QueueId): Promise<boolean> {
  return (await redis.del(pauseKey(queue))) > 0;
}

/** The present pauses, by the labels of their queues. Rejects if Redis does not answer. */
export async function readPauses(redis: Redis): Promise<ReadonlyMap<string, Pause>> {
  const queues = queuesOf(pausableResources);
  const texts = await Promise.all(queues.map((queue) => redis.get(pauseKey(queue))));
  const found = texts.flatMap((text, index) =>
    text === null ? [] : [[queueLabel(queues[index] as QueueId), JSON.parse(text) as Pause] as const],
  );
  return new Map(found);
}

/** Exists while the queue is paused. */
function pauseKey(queue: QueueId): string {
  return `${queuePrefix}:${queueName(queue)}:pause`;
}
