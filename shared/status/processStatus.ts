import type { Lane, QueueId } from '../calls/queues.ts';

/** What a process publishes about itself. Counts and rates are of its window, the last ten seconds or since its start. */
export interface ProcessStatus {
  /** New for each process: a process id may be used again. */
  readonly id: string;
  readonly role: 'gateway' | 'worker';
  /** As in `ps`: `gateway`, `worker article interactive`. */
  readonly title: string;
  readonly host: string;
  readonly pid: number;
  /** Of Counterfoil. */
  readonly version: string;
  /** By Redis's clock, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly reportedAt: number;
  /** The length of the window, in milliseconds. */
  readonly windowMs: number;
  readonly load: ProcessLoad;
  /** The median round trip of this process to Redis, in milliseconds; undefined before the first one. */
  readonly redisMs?: number | undefined;
  readonly gateway?: GatewayStatus;
  readonly worker?: WorkerStatus;
}

/** How much of its processor and memory a process uses. */
export interface ProcessLoad {
  /**
   * The share of time in which the event loop worked, or its thread was ready to work and waited for a processor: at 1, the
   * process can't do more.
   */
  readonly busy: number;
  /** The part of it in which it waited for a processor; undefined where the system does not say. */
  readonly processorWait?: number | undefined;
  /** Processor seconds in a second, of all threads. */
  readonly processor: number;
  readonly residentBytes: number;
  /** The share of all processors of the host that was in use; undefined where the system does not say. */
  readonly hostBusy?: number | undefined;
  readonly hostProcessors: number;
}

/** What a gateway did in the window, and what it has in flight. */
export interface GatewayStatus {
  /** Calls that were answered, entries of batches included. */
  readonly callsPerSecond: number;
  readonly queues: readonly GatewayQueueStatus[];
  /** Requests that were answered 503 or 429, by reason. */
  readonly refusals: Counts;
  readonly accounts: AccountShare;
}

/** How many of each. */
export type Counts = Readonly<Record<string, number>>;

export interface GatewayQueueStatus extends QueueId {
  /** Accepted and not answered. */
  readonly inFlight: number;
  readonly meanInFlight: number;
  /** Since the oldest of them was accepted. */
  readonly oldestMs: number;
  /** How long the calls in flight would take at the measured rate; 0 while they are few. */
  readonly estimatedWaitMs: number;
  readonly isWithoutWorker: boolean;
  readonly callsPerSecond: number;
  /** From the acceptance of a call to its reply; undefined without one. */
  readonly p50Ms?: number | undefined;
  readonly p99Ms?: number | undefined;
  /** Requests for single calls that were answered 503 or 429, by reason. */
  readonly refusals: Counts;
}

/** Who makes the calls of a gateway, refused ones included. */
export interface AccountShare {
  /** All calls in the window, and of how many accounts. */
  readonly calls: number;
  readonly active: number;
  /** The account with the most calls. */
  readonly top?: { readonly account: string; readonly calls: number };
}

/** What a worker did in the window, and what it has. Each number is an average over the window unless it says otherwise. */
export interface WorkerStatus {
  /** Calls that were settled in sets. */
  readonly callsPerSecond: number;
  readonly queues: readonly WorkerQueueStatus[];
  readonly lanes: readonly WorkerLaneStatus[];
  /** The account whose calls wait most for its number sequence. */
  readonly sequence?: { readonly account: string; readonly waiting: number };
}

export interface WorkerQueueStatus extends QueueId {
  /** The share of time in which at least one set ran. */
  readonly busy: number;
  /** Calls that wait for a set, are in one, or wait for a lock. */
  readonly waiting: number;
  readonly running: number;
  readonly locked: number;
  readonly setsPerSecond: number;
  readonly callsPerSecond: number;
}

/** Where the sets of a lane spend their time, in seconds per second: several sets may run at once. */
export interface WorkerLaneStatus {
  readonly lane: Lane;
  readonly sets: number;
  /** Waiting for a connection of the pool. */
  readonly pool: number;
  /** In statements, and in COMMIT; waiting for locks of other transactions is apart. */
  readonly statements: number;
  readonly commits: number;
  readonly locks: number;
  /** In the window: their mean durations are `statements` and `commits` divided by these. */
  readonly statementsPerSecond: number;
  readonly commitsPerSecond: number;
  /** Connections to the database. */
  readonly connections: { readonly used: number; readonly max: number; readonly waiting: number };
}
