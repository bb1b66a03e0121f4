import { addCounts, maxBy, sum } from '../../shared/contract/values/arithmetic.ts';
import { groupBy } from '../../shared/contract/values/groupBy.ts';
import type {
  Counts,
  GatewayStatus,
  WorkerLaneStatus,
  WorkerStatus,
} from '../../shared/wire/status/processStatus.ts';
import type { DatabaseReading } from '../status/databaseReading.ts';
import { isQueue, type QueueSummary, summarizeQueues } from '../status/queueSummary.ts';
import type { SeenStatus } from '../status/readStatuses.ts';
import type { RedisReading } from '../status/redisMeter.ts';

export type Gateway = SeenStatus & { readonly gateway: GatewayStatus };

export type Worker = SeenStatus & { readonly worker: WorkerStatus };

export function isGateway(status: SeenStatus): status is Gateway {
  return status.gateway !== undefined;
}

export function isWorker(status: SeenStatus): status is Worker {
  return status.worker !== undefined;
}

export interface Signals {
  readonly gateways: readonly Gateway[];
  readonly workers: readonly Worker[];
  readonly silent: readonly SeenStatus[];
  readonly queues: readonly QueueSummary[];
  readonly callsPerSecond: number;
  readonly rejections: Counts;
  readonly redis: RedisReading;
  /** Undefined if nobody asked the database. */
  readonly database: DatabaseReading | undefined;
}

/** Less busy processes measure round trips without delays of their own. */
const quietShare = 0.5;

/** Keeps silent processes apart: their numbers say nothing about the present. */
export function signalsOf(
  statuses: readonly SeenStatus[],
  reading: RedisReading,
  database?: DatabaseReading,
): Signals {
  const reporting = statuses.filter(({ isSilent }) => !isSilent);
  const gateways = reporting.filter(isGateway);
  const workers = reporting.filter(isWorker);
  return {
    gateways,
    workers,
    silent: statuses.filter(({ isSilent }) => isSilent),
    queues: summarizeQueues(statuses),
    callsPerSecond: sum(gateways.map(({ gateway }) => gateway.callsPerSecond)),
    rejections: addCounts(gateways.map(({ gateway }) => gateway.rejections)),
    redis: { ...reading, roundTripMs: roundTripOf(reading, reporting) },
    database,
  };
}

/** Shortest round trip of the reader and of idle processes: a process that waits for a processor measures longer ones. */
function roundTripOf({ roundTripMs }: RedisReading, statuses: readonly SeenStatus[]): number | undefined {
  const trips = statuses
    .filter(({ load }) => load.busy < quietShare)
    .flatMap(({ redisMs }) => (redisMs === undefined ? [] : [redisMs]));
  const all = roundTripMs === undefined ? trips : [roundTripMs, ...trips];
  return all.length === 0 ? undefined : Math.min(...all);
}

export function busyOfAll(processes: readonly SeenStatus[]): number {
  return processes.length === 0 ? 0 : sum(processes.map(({ load }) => load.busy)) / processes.length;
}

export const fullShare = 0.9;
/**
 * Workers that are this busy while calls wait are full, too. Their statements seem slow, since results wait for the event loop;
 * workers that really wait for the database have time.
 */
export const nearlyFullShare = 0.75;
/** A host whose processors are busy to this share has none free when several calls want one at once. */
export const fullHostShare = 0.9;
/** Share below which a host has free processors, so that only a limit makes a process wait. */
const idleHostShare = 0.75;
/** Minimum share of its time that a process waits for a processor: a smaller one hardly delays calls. */
export const waitingShare = 0.25;

/** Each process measures its host at other times: their mean changes less than the smallest or the largest of them. */
export function areHostsFull(processes: readonly Pick<SeenStatus, 'host' | 'load'>[]): boolean {
  const hosts = [...groupBy(processes, ({ host }) => host).values()];
  return hosts.length > 0 && hosts.every((its) => meanBusy(its) >= fullHostShare);
}

function meanBusy(processes: readonly Pick<SeenStatus, 'load'>[]): number {
  return sum(processes.map(({ load }) => load.hostBusy ?? 0)) / processes.length;
}

/** True if a process waits for a processor although its host has free ones: a limit, as of a container, lets it use no more. */
export function isLimited(process: Pick<SeenStatus, 'load'>): boolean {
  return isDelayed(process) && (process.load.hostBusy ?? 1) < idleHostShare;
}

/** True if a process waits for a processor although its host is not full. What it measures are its own waits. */
export function isDelayed({ load: { processorWait = 0, hostBusy } }: Pick<SeenStatus, 'load'>): boolean {
  return processorWait >= waitingShare && hostBusy !== undefined && hostBusy < fullHostShare;
}

/** Queue whose workers always run sets while calls wait. */
interface SaturatedQueue {
  readonly queue: QueueSummary;
  readonly workers: readonly Worker[];
  /** Shares of the time of the workers' sets in the queue's lane. */
  readonly shares: SetShares;
}

export interface SetShares {
  readonly pool: number;
  readonly statements: number;
  readonly commits: number;
  readonly locks: number;
  readonly statementMs: number;
  readonly commitMs: number;
}

const saturatedShare = 0.7;
/** Minimum waiting calls, and their ratio to calls in sets: with fewer, sets take all there are. */
const minWaiting = 4;
const minWaitingShare = 0.25;

export function saturatedQueue({ queues, workers }: Signals): SaturatedQueue | undefined {
  const saturated = queues.filter((queue) => {
    const serving = workersOf(queue, workers);
    const busy = sum(serving.map((worker) => busyOf(worker, queue))) / Math.max(1, serving.length);
    const { meanRunning, meanWaiting } = queue;
    const hasWaiting = meanWaiting >= Math.max(minWaiting, minWaitingShare * meanRunning);
    return busy >= saturatedShare && hasWaiting;
  });
  const queue = maxBy(saturated, ({ inFlight }) => inFlight);
  return queue && { queue, workers: workersOf(queue, workers), shares: setSharesOf(queue, { workers }) };
}

export function workersOf(queue: QueueSummary, workers: readonly Worker[]): readonly Worker[] {
  return workers.filter((worker) => worker.worker.queues.some(isQueue(queue)));
}

function busyOf({ worker }: Worker, queue: QueueSummary): number {
  return worker.queues.find(isQueue(queue))?.busy ?? 0;
}

export function setSharesOf(queue: QueueSummary, { workers }: Pick<Signals, 'workers'>): SetShares {
  const serving = workersOf(queue, workers);
  const lanes = serving.flatMap(({ worker }) => worker.lanes.filter(({ lane }) => lane === queue.lane));
  const total = (value: (lane: WorkerLaneStatus) => number) => sum(lanes.map(value));
  const pool = total((lane) => lane.pool);
  const statements = total((lane) => lane.statements);
  const commits = total((lane) => lane.commits);
  const locks = total((lane) => lane.locks);
  const all = Math.max(
    Number.EPSILON,
    pool + statements + commits + locks,
    total((lane) => lane.sets),
  );
  return {
    pool: pool / all,
    statements: statements / all,
    commits: commits / all,
    locks: locks / all,
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

/** Mean number of statements for whose answers workers wait. */
export function statementsInFlight(workers: readonly Worker[]): number {
  return sum(
    workers.flatMap(({ worker }) => worker.lanes.map(({ statements, commits }) => statements + commits)),
  );
}

/** Part of the workers' time in statements that a slow server spends on them, at least. */
const serverShare = 0.3;

/** False if the server was asked, and runs few of the statements for which workers wait. */
export function isServerAtWork({ workers, database }: Signals): boolean {
  return !database?.running || database.running.own > serverShare * statementsInFlight(workers);
}

function meanMs(seconds: number, count: number): number {
  return count > 0 ? (seconds * 1_000) / count : 0;
}
