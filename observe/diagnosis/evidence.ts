import type { Counts, GatewayStatus, WorkerLaneStatus, WorkerStatus } from '../status/processStatus.ts';
import { addCounts, type QueueSummary, sum, summarizeQueues } from '../status/queueSummary.ts';
import type { SeenStatus } from '../status/readStatuses.ts';
import type { RedisReading } from '../status/redisMeter.ts';

type Gateway = SeenStatus & { readonly gateway: GatewayStatus };

export type Worker = SeenStatus & { readonly worker: WorkerStatus };

export interface Evidence {
  readonly gateways: readonly Gateway[];
  readonly workers: readonly Worker[];
  readonly queues: readonly QueueSummary[];
  readonly callsPerSecond: number;
  readonly refusals: Counts;
  readonly redis: RedisReading;
}

/** Less busy processes measure round trips without delays of their own. */
const idleShare = 0.5;

/** Ignores silent processes: they say nothing about the present. */
export function evidenceOf(statuses: readonly SeenStatus[], reading: RedisReading): Evidence {
  const reporting = statuses.filter(({ isSilent }) => !isSilent);
  const gateways = reporting.filter((status): status is Gateway => status.gateway !== undefined);
  const workers = reporting.filter((status): status is Worker => status.worker !== undefined);
  return {
    gateways,
    workers,
    queues: summarizeQueues(statuses),
    callsPerSecond: sum(gateways.map(({ gateway }) => gateway.callsPerSecond)),
    refusals: addCounts(gateways.map(({ gateway }) => gateway.refusals)),
    redis: {
      ...reading,
      roundTripMs: roundTripOf(reading, reporting),
    },
  };
}

/** Shortest round trip of the reader and of idle processes: a process that waits for a processor measures longer ones. */
function roundTripOf({ roundTripMs }: RedisReading, statuses: readonly SeenStatus[]): number | undefined {
  const trips = statuses
    .filter(({ load }) => load.busy < idleShare)
    .flatMap(({ redisMs }) => (redisMs === undefined ? [] : [redisMs]));
  const all = roundTripMs === undefined ? trips : [roundTripMs, ...trips];
  return all.length === 0 ? undefined : Math.min(...all);
}

export function busyOfAll(processes: readonly SeenStatus[]): number {
  return processes.length === 0 ? 0 : sum(processes.map(({ load }) => load.busy)) / processes.length;
}

export const fullShare = 0.9;
const fullHostShare = 0.95;

export function areHostsFull(processes: readonly SeenStatus[]): boolean {
  return processes.length > 0 && processes.every(({ load }) => (load.hostBusy ?? 0) >= fullHostShare);
}

/** Queue that works all the time, with calls that wait. */
export interface Pressed {
  readonly queue: QueueSummary;
  readonly workers: readonly Worker[];
  /** Shares of the time of the workers' sets in the queue's lane. */
  readonly shares: SetShares;
}

export interface SetShares {
  readonly pool: number;
  readonly statements: number;
  readonly commits: number;
  readonly own: number;
  readonly statementMs: number;
  readonly commitMs: number;
}

const pressedShare = 0.7;
/** Minimum waiting calls, and their ratio to calls in sets: with fewer, sets take all there are. */
const minWaiting = 4;
const minWaitingShare = 0.25;

export function pressedQueue({ queues, workers }: Evidence): Pressed | undefined {
  const pressed = queues.flatMap((queue) => {
    const serving = workersOf(queue, workers);
    const busy = sum(serving.map((worker) => busyOf(worker, queue))) / Math.max(1, serving.length);
    const { meanRunning, meanWaiting } = queue;
    const hasWaiting = meanWaiting >= Math.max(minWaiting, minWaitingShare * meanRunning);
    return busy >= pressedShare && hasWaiting ? [{ queue, workers: serving }] : [];
  });
  const [first] = pressed.toSorted((one, other) => other.queue.inFlight - one.queue.inFlight);
  return first && { ...first, shares: sharesOf(lanesOf(first.workers, first.queue)) };
}

export function setSharesOf(queue: QueueSummary, { workers }: Evidence): SetShares {
  return sharesOf(lanesOf(workersOf(queue, workers), queue));
}

export function workersOf(queue: QueueSummary, workers: readonly Worker[]): readonly Worker[] {
  return workers.filter((worker) => worker.worker.queues.some((served) => isSame(served, queue)));
}

function busyOf({ worker }: Worker, queue: QueueSummary): number {
  return worker.queues.find((served) => isSame(served, queue))?.busy ?? 0;
}

function isSame(
  one: Pick<QueueSummary, 'resource' | 'lane'>,
  other: Pick<QueueSummary, 'resource' | 'lane'>,
) {
  return one.resource === other.resource && one.lane === other.lane;
}

function lanesOf(workers: readonly Worker[], { lane }: QueueSummary): readonly WorkerLaneStatus[] {
  return workers.flatMap(({ worker }) => worker.lanes.filter((served) => served.lane === lane));
}

function sharesOf(lanes: readonly WorkerLaneStatus[]): SetShares {
  const total = (value: (lane: WorkerLaneStatus) => number) => sum(lanes.map(value));
  const [pool, statements, commits] = [
    total((lane) => lane.pool),
    total((lane) => lane.statements),
    total((lane) => lane.commits),
  ];
  const own = Math.max(0, total((lane) => lane.sets) - pool - statements - commits);
  const whole = Math.max(Number.EPSILON, pool + statements + commits + own);
  return {
    pool: pool / whole,
    statements: statements / whole,
    commits: commits / whole,
    own: own / whole,
    statementMs: meanMs(
      statements,
      total((lane) => lane.statementsPerSecond),
    ),
    commitMs: meanMs(
      commits,
      total((lane) => lane.commitsPerSecond),
    ),
  };
}

function meanMs(seconds: number, count: number): number {
  return count > 0 ? (seconds * 1_000) / count : 0;
}
