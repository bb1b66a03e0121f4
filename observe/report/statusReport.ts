import { addCounts } from '../../shared/contract/values/arithmetic.ts';
import { byteSize } from '../../shared/contract/values/byteSize.ts';
import { groupBy } from '../../shared/contract/values/groupBy.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { readPauses, type ShownPause, shownPause } from '../../shared/wire/pauses.ts';
import type { Counts, OperationStatus } from '../../shared/wire/status/processStatus.ts';
import { readStorageSamples } from '../../shared/wire/status/storage.ts';
import { diagnose } from '../diagnosis/diagnose.ts';
import type { Diagnosis } from '../diagnosis/diagnosis.ts';
import { silentWarnings } from '../diagnosis/silentProcesses.ts';
import {
  type BusyAccount,
  presentGateways,
  summarizeAccounts,
  summarizeOperations,
} from '../status/callSummary.ts';
import type { DatabaseMeter, DatabaseReading } from '../status/databaseReading.ts';
import { type QueueSummary, summarizeQueues } from '../status/queueSummary.ts';
import { readStatuses, type SeenStatus } from '../status/readStatuses.ts';
import type { RedisMeter, RedisReading } from '../status/redisMeter.ts';
import { type Stored, storageUse, storageWarnings } from './storageUse.ts';

export interface ReportedQueue extends QueueSummary {
  readonly pause?: ShownPause;
}

export interface Report {
  readonly processes: readonly SeenStatus[];
  readonly queues: readonly ReportedQueue[];
  /** Requests that were answered 503 or 429 in the last ten seconds, by reason. */
  readonly rejections: Counts;
  readonly redis: RedisReading;
  readonly stored: readonly Stored[];
  /** Calls of the last five minutes by operation. */
  readonly operations: readonly OperationStatus[];
  /** Accounts that use most in the last ten seconds, at most five. */
  readonly accounts: readonly BusyAccount[];
  readonly database?: DatabaseReading | undefined;
  readonly diagnosis: Diagnosis;
  /** A line for each process that does not report, and for what is nearly full. */
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
  const pauses = await readPauses(redis);
  const queues = summarizeQueues(processes).map((queue): ReportedQueue => {
    const pause = pauses.get(queue.label);
    return pause ? { ...queue, pause: shownPause(pause) } : queue;
  });
  const accounts = summarizeAccounts(processes);
  const isAway = database?.error !== undefined;
  const names = isAway ? undefined : await meters.database?.namesOf(accounts.map(({ account }) => account));
  const stored = storageUse(reading, await readStorageSamples(redis));
  return {
    processes,
    queues,
    rejections: addCounts(presentGateways(processes).map(({ rejections }) => rejections)),
    redis: reading,
    stored,
    operations: summarizeOperations(processes),
    accounts: accounts.map((each) => ({ ...each, name: names?.get(each.account) })),
    database,
    diagnosis: diagnose(processes, reading, database),
    warnings: [
      ...silentWarnings(processes, reading),
      ...storageWarnings(stored),
      ...pauseWarnings(queues),
      ...replicaWarnings(reading),
    ],
  };
}

/** Silence that is worth a warning: a replica sends a message each second. */
const lateSeconds = 5;
/** Delay that is worth a warning, in bytes. */
const lateBytes = 16_777_216;

/** Returns a line for each replica that would lose calls if it took over now. */
export function replicaWarnings({ replicas = [] }: RedisReading): readonly string[] {
  const late = replicas.filter(
    ({ lagSeconds, behindBytes }) => lagSeconds >= lateSeconds || behindBytes >= lateBytes,
  );
  return late.map(({ place, lagSeconds, behindBytes }) => {
    const silence = lagSeconds >= lateSeconds ? `, and has not answered for ${lagSeconds} s` : '';
    return `the replica of Redis at ${place} is ${byteSize(behindBytes)} behind${silence}: if it takes over, calls that it lacks get 504. Look at its log, its load and its network`;
  });
}

/** Returns a line for each pause: it may have been forgotten, and nothing else explains answers of 503. */
function pauseWarnings(queues: readonly ReportedQueue[]): readonly string[] {
  const paused = queues.filter(({ pause }) => pause !== undefined);
  const pauses = groupBy(paused, ({ pause }) => `${pause?.until} ${pause?.reason}`);
  return [...pauses.values()].map((group) => {
    const [{ resource, lane, pause } = {}] = group;
    const end = pause?.until ? ` until ${pause.until}` : '';
    const names = group.map(({ label }) => label).join(', ');
    const which = group.length === 1 ? `${resource} --lane ${lane}` : 'RESOURCE';
    return `paused${end} (${pause?.reason}), so clients get 503: ${names}. To end it: counterfoil resume ${which}`;
  });
}
