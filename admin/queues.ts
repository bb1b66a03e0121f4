import { OperatorError } from '../shared/runtime/process/explain.ts';
import type { RedisClient } from '../shared/runtime/redis/client.ts';
import { serviceTime } from '../shared/runtime/redis/clock.ts';
import { hasWorker } from '../shared/wire/heartbeats.ts';
import {
  deletePause,
  pausableResources,
  type ShownPause,
  shownPause,
  writePause,
} from '../shared/wire/pauses.ts';
import { type Lane, lanes, type QueueId, queueLabel, queuesOf } from '../shared/wire/queues.ts';

export type Pausable = (typeof pausableResources)[number] | 'all';

interface PauseOptions {
  readonly reason: string;
  /** Milliseconds after which the pause ends by itself. If it is missing, only `resume` ends the pause. */
  readonly forMs?: number | undefined;
}

/**
 * Returns the queues of a resource, in both lanes unless one is named. Throws an `OperatorError` if it has no queue in that lane.
 */
export function pausableQueues(named: Pausable, lane: Lane | undefined): readonly QueueId[] {
  const queues = queuesOf(named === 'all' ? pausableResources : [named], lane ? [lane] : lanes);
  if (queues.length === 0) throw new OperatorError(`${named} has no queue in the lane ${lane}: omit --lane`);
  return queues;
}

/** Makes gateways reject the calls of these queues. Replaces earlier pauses. */
export async function pauseQueues(
  redis: RedisClient,
  queues: readonly QueueId[],
  { reason, forMs }: PauseOptions,
): Promise<ShownPause> {
  const since = Math.round(await serviceTime(redis));
  const pause = { reason, since, until: forMs === undefined ? null : since + forMs };
  await Promise.all(queues.map((queue) => writePause(redis, queue, pause)));
  return shownPause(pause);
}

/** Resolves to the labels of the queues that were paused. */
export async function resumeQueues(
  redis: RedisClient,
  queues: readonly QueueId[],
): Promise<readonly string[]> {
  const ended = await Promise.all(queues.map((queue) => deletePause(redis, queue)));
  return queues.filter((_, index) => ended[index]).map(queueLabel);
}

/** Throws an `OperatorError` that names the queues which workers serve at this moment. */
export async function refuseWhileWorkersRun(redis: RedisClient): Promise<void> {
  const queues = queuesOf();
  const now = await serviceTime(redis);
  const present = await Promise.all(queues.map((queue) => hasWorker(redis, queue, now)));
  const served = queues.filter((_, index) => present[index]).map(queueLabel);
  if (served.length > 0) throw new OperatorError(`workers run (${served.join(', ')}): stop them first`);
}
