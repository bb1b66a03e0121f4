import { type ShownPause, shownPause } from '../../admin/queues/pausing.ts';
import { readPauses } from '../../shared/calls/pauses.ts';
import type { RedisClient } from '../../shared/redis/client.ts';
import type { Counts } from '../../shared/status/processStatus.ts';
import { type QueueSummary, summarizeQueues } from '../../shared/status/queueSummary.ts';
import { readStatuses, type SeenStatus } from '../../shared/status/readStatuses.ts';
import type { RedisMeter, RedisReading } from '../../shared/status/redisMeter.ts';
import { evidenceOf } from '../../shared/status/verdict/evidence.ts';
import type { Verdict } from '../../shared/status/verdict/limit.ts';
import { silentWarnings } from '../../shared/status/verdict/silent.ts';
import { verdictOf } from '../../shared/status/verdict/verdict.ts';

export interface ReportedQueue extends QueueSummary {
  readonly pause?: ShownPause;
}

export interface Report {
  readonly processes: readonly SeenStatus[];
  readonly queues: readonly ReportedQueue[];
  /** Requests that were answered 503 or 429 in the last ten seconds, by reason. */
  readonly refusals: Counts;
  readonly redis: RedisReading;
  readonly verdict: Verdict;
  /** One line for each process that does not report. */
  readonly warnings: readonly string[];
}

/** Measures Redis for `ms` milliseconds, and reads what the processes publish. Rejects if Redis does not answer. */
export async function reportOf(redis: RedisClient, meter: RedisMeter, ms: number): Promise<Report> {
  const reading = await meter.measure(ms);
  const processes = await readStatuses(redis);
  const { refusals } = evidenceOf(processes, reading);
  const pauses = await readPauses(redis);
  const queues = summarizeQueues(processes).map((queue): ReportedQueue => {
    const pause = pauses.get(queue.label);
    return pause ? { ...queue, pause: shownPause(pause) } : queue;
  });
  return {
    ...{ processes, queues, refusals, redis: reading },
    ...{ verdict: verdictOf(processes, reading), warnings: silentWarnings(processes, reading) },
  };
}
