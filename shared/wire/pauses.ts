import { resources } from '../contract/operations/operation.ts';
import type { RedisClient } from '../runtime/redis/client.ts';
import { maxStepMs, serviceTime } from '../runtime/redis/clock.ts';
import { type QueueId, queueKey, queueLabel, queuesOf } from './queues.ts';

/** An operator's order to refuse the calls of a queue. Times are the service's, in milliseconds. */
export interface Pause {
  /** Shown to operators only, not to clients. */
  readonly reason: string;
  readonly since: number;
  /** Time at which the pause ends by itself; null if only `counterfoil resume` ends it. */
  readonly until: number | null;
}

/** A pause as commands print it. Times are in UTC, as in ISO 8601. */
export interface ShownPause {
  readonly reason: string;
  readonly since: string;
  /** Null if only `resume` ends it. */
  readonly until: string | null;
}

/** Excludes the queue of accounts: without it, no request could be authenticated. */
export const pausableResources = resources.filter((resource) => resource !== 'account');

/** Every gateway follows a pause, and its end, within this time. */
export const pauseAppliesSeconds = 2;

/** Replaces an earlier pause of the queue. The entry survives a restart of Redis and expires after the pause. */
export async function writePause(redis: RedisClient, queue: QueueId, pause: Pause): Promise<void> {
  const text = JSON.stringify(pause);
  const { since, until } = pause;
  if (until === null) await redis.set(pauseKey(queue, redis), text);
  else await redis.set(pauseKey(queue, redis), text, 'PX', until - since + maxStepMs);
}

export async function deletePause(redis: RedisClient, queue: QueueId): Promise<boolean> {
  return (await redis.del(pauseKey(queue, redis))) > 0;
}

/** Current pauses by queue label. Rejects if Redis does not answer. */
export async function readPauses(redis: RedisClient): Promise<ReadonlyMap<string, Pause>> {
  const now = await serviceTime(redis);
  const queues = queuesOf(pausableResources);
  const texts = await Promise.all(queues.map((queue) => redis.get(pauseKey(queue, redis))));
  const found = texts.flatMap((text, index) => {
    const pause = text === null ? undefined : (JSON.parse(text) as Pause);
    const holds = pause && (pause.until === null || pause.until > now);
    return holds ? [[queueLabel(queues[index] as QueueId), pause] as const] : [];
  });
  return new Map(found);
}

/** The key may exist for some time after the end of the pause. */
function pauseKey(queue: QueueId, redis: RedisClient): string {
  return queueKey(queue, redis, 'pause');
}

export function shownPause({ reason, since, until }: Pause): ShownPause {
  const end = until === null ? null : new Date(until).toISOString();
  return { reason, since: new Date(since).toISOString(), until: end };
}
