import type { RejectionReason } from '../../runtime/process/events.ts';
import { type Lane, type QueueId, queuePrefix } from '../queues.ts';

/** Status that a process publishes. Counts and rates are of its window: the last ten seconds, or since its start. */
export interface ProcessStatus {
  /** Unique per process: a process id may be used again. */
  readonly id: string;
  readonly role: 'gateway' | 'worker';
  /** Title as in `ps`: `gateway`, `worker article interactive`. */
  readonly title: string;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  /** Redis's clock, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly reportedAt: number;
  readonly windowMs: number;
  readonly load: ProcessLoad;
  /** Median round trip of this process to Redis, in milliseconds; undefined before the first one. */
  readonly redisMs?: number | undefined;
  /** Number of the last ten round trips that took over 100 ms, as after a lost packet. */
  readonly redisLate?: number | undefined;
  /** Loads of the last minutes, with their use of the processor. */
  readonly loads?: readonly MeasuredLoad[] | undefined;
  readonly gateway?: GatewayStatus;
  readonly worker?: WorkerStatus;
}

/** Means of one window. */
export interface MeasuredLoad {
  readonly callsPerSecond: number;
  /** 0 of a gateway. */
  readonly setsPerSecond: number;
  readonly busy: number;
}

export interface ProcessLoad {
  /** Share of time in which the event loop worked, or its thread waited for a processor. A process at 1 can't do more. */
  readonly busy: number;
  /** Part of `busy` in which the thread waited for a processor; undefined if the system does not report it. */
  readonly processorWait?: number | undefined;
  /** Processor seconds per second, of all threads. */
  readonly processor: number;
  readonly residentBytes: number;
  /** Used share of all processors of the host; undefined if the system does not report it. */
  readonly hostBusy?: number | undefined;
  readonly hostProcessors: number;
}

export interface GatewayStatus {
  /** Answered calls, including entries of batches. */
  readonly callsPerSecond: number;
  readonly queues: readonly GatewayQueueStatus[];
  /** Requests that were answered 503 or 429, by reason. */
  readonly rejections: Counts;
  readonly accounts: AccountShare;
  /** Answered calls of each operation in the last five minutes. */
  readonly operations: readonly OperationStatus[];
}

export interface OperationStatus {
  readonly method: string;
  readonly calls: number;
  /** Time from acceptance of a call to its reply. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export type Counts = Readonly<Partial<Record<RejectionReason, number>>>;

/** A call of an account. The service's own calls have no request. */
export interface UnansweredCall {
  readonly method: string;
  /** `X-Request-Id`; of an entry of a batch, followed by a dot and its index. */
  readonly id: string;
}

export interface GatewayQueueStatus extends QueueId {
  readonly inFlight: number;
  readonly meanInFlight: number;
  readonly oldestMs: number;
  readonly oldest?: UnansweredCall | undefined;
  /** Time that the calls in flight would take at the measured rate; 0 while they are few. */
  readonly estimatedWaitMs: number;
  readonly isWithoutWorker: boolean;
  readonly callsPerSecond: number;
  /** Time from acceptance of a call to its reply; undefined without calls. */
  readonly p50Ms?: number | undefined;
  readonly p99Ms?: number | undefined;
  readonly rejections: Counts;
}

/** Seconds that the use of accounts is counted for. */
export const accountSeconds = 10;

export interface AccountShare {
  readonly calls: number;
  /** Bytes of all answers. */
  readonly bytes: number;
  readonly active: number;
  /** At most five accounts, the one with the largest `weightOf` first. */
  readonly top: readonly AccountUse[];
}

export interface AccountUse {
  readonly account: string;
  readonly calls: number;
  /** Bytes of the answers. */
  readonly bytes: number;
}

/** Bytes of answers that count as one call. This is a choice: large answers must outweigh many small calls. */
const bytesOfCall = 16_384;

/** Returns the use of one account or of all: the calls, and the bytes of their answers as further calls. */
export function weightOf({ calls, bytes }: Pick<AccountUse, 'calls' | 'bytes'>): number {
  return calls + bytes / bytesOfCall;
}

/** Averages over the window, unless a field says otherwise. */
export interface WorkerStatus {
  readonly callsPerSecond: number;
  readonly queues: readonly WorkerQueueStatus[];
  readonly lanes: readonly WorkerLaneStatus[];
  readonly sequence?: { readonly account: string; readonly waiting: number };
  /** Counts of all webhooks, not only those of this process; undefined in a worker that delivers none. */
  readonly webhooks?: WebhookStatus;
  /** The lag of the whole index, as this process measured it last; undefined in a process that does not write the index. */
  readonly queryIndex?: QueryIndexStatus;
}

/** Changes that the query index lacks, and the age of the oldest one in seconds. */
export interface QueryIndexStatus {
  readonly changes: number;
  readonly seconds: number;
}

export interface WebhookStatus {
  readonly enabled: number;
  /** Enabled ones whose last attempt failed. */
  readonly failing: number;
  /** Webhooks that were disabled because they failed. */
  readonly disabled: number;
  /** Seconds for which the most overdue attempt has been due. */
  readonly overdueSeconds: number;
  /** Age of the oldest change that an enabled webhook has not delivered, whatever it waits for. */
  readonly oldestChangeSeconds: number;
}

export interface WorkerQueueStatus extends QueueId {
  /** Share of time in which at least one set ran. */
  readonly busy: number;
  /** Calls that wait for a set, are in one, or wait for a lock. */
  readonly waiting: number;
  readonly running: number;
  readonly locked: number;
  readonly setsPerSecond: number;
  readonly callsPerSecond: number;
}

/** Times of a lane's sets in seconds per second: several sets may run at once. */
export interface WorkerLaneStatus {
  readonly lane: Lane;
  readonly sets: number;
  /** Time spent waiting for a connection of the pool. */
  readonly pool: number;
  /** Time in statements, and in COMMIT, without waits for locks of other transactions. */
  readonly statements: number;
  readonly commits: number;
  readonly locks: number;
  /** Numbers in the window: mean durations are `statements` and `commits` divided by these. */
  readonly statementsPerSecond: number;
  readonly commitsPerSecond: number;
  readonly connections: { readonly used: number; readonly max: number; readonly waiting: number };
  /** Code of the error of the last attempt to connect to the database, in the last ten seconds. */
  readonly connectionError?: string | undefined;
}

/** Hash of the reports of all processes, by process id. The braces keep both keys in one shard of a Redis Cluster. */
export const statusReportsKey = `${queuePrefix}:{status}:reports`;

/** Sorted set of process ids; the score is the time at which a report expires. */
export const statusExpiryKey = `${queuePrefix}:{status}:expiry`;

/** Lifetime of the report of a process that died: an operator looks minutes later. */
export const statusTtlMs = 900_000;

/** A process without a report for this time is frozen, was killed, or has lost Redis. */
export const silentMs = 4_000;
