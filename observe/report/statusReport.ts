import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { readPauses, type ShownPause, shownPause } from '../../shared/wire/pauses.ts';
import type { Counts } from '../../shared/wire/status/processStatus.ts';
import { diagnose } from '../diagnosis/diagnose.ts';
import type { Diagnosis } from '../diagnosis/diagnosis.ts';
import { signalsOf } from '../diagnosis/signals.ts';
import { silentWarnings } from '../diagnosis/silentProcesses.ts';
import type { DatabaseMeter, DatabaseReading } from '../status/databaseReading.ts';
import { type QueueSummary, summarizeQueues } from '../status/queueSummary.ts';
import { readStatuses, type SeenStatus } from '../status/readStatuses.ts';
import type { RedisMeter, RedisReading } from '../status/redisMeter.ts';

export interface ReportedQueue extends QueueSummary {
  readonly pause?: ShownPause;
}

export interface Report {
  readonly processes: readonly SeenStatus[];
  readonly queues: readonly ReportedQueue[];
  /** Requests that were answered 503 or 429 in the last ten seconds, by reason. */
  readonly refusals: Counts;
  readonly redis: RedisReading;
  readonly database?: DatabaseReading | undefined;
  readonly diagnosis: Diagnosis;
  /** One line for each process that does not report. */
  readonly warnings: readonly string[];
}

export interface Meters {
  readonly redis: RedisMeter;
  /** Missing if there is no address of a database. */
  readonly database?: DatabaseMeter | undefined;
}

/**
 * Measures Redis and the database for `ms` milliseconds, and reads what the processes publish. Rejects if Redis does not
 * answer.
 */
export async function reportOf(redis: RedisClient, meters: Meters, ms: number): Promise<Report> {
  const [reading, database] = await Promise.all([meters.redis.measure(ms), meters.database?.measure(ms)]);
  const processes = await readStatuses(redis);
  const { refusals } = signalsOf(processes, reading);
  const pauses = await readPauses(redis);
  const queues = summarizeQueues(processes).map((queue): ReportedQueue => {
    const pause = pauses.get(queue.label);
    return pause ? { ...queue, pause: shownPause(pause) } : queue;
  });
  return {
    processes,
    queues,
    refusals,
    redis: reading,
    database,
    diagnosis: diagnose(processes, reading, database),
    warnings: silentWarnings(processes, reading),
  };
}
