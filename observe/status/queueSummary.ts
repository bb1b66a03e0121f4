import { addCounts, maxBy, sum } from '../../shared/contract/values/arithmetic.ts';
import { type QueueId, queueLabel, queuesOf } from '../../shared/wire/queues.ts';
import type {
  Counts,
  GatewayQueueStatus,
  UnansweredCall,
  WorkerQueueStatus,
} from '../../shared/wire/status/processStatus.ts';
import type { SeenStatus } from './readStatuses.ts';

export interface QueueSummary extends QueueId {
  readonly label: string;
  readonly callsPerSecond: number;
  readonly setsPerSecond: number;
  /** Accepted and unanswered calls: those that are waiting or active. */
  readonly inFlight: number;
  /** Calls in no running set. */
  readonly waiting: number;
  /** Calls in a running set. */
  readonly active: number;
  readonly meanRunning: number;
  readonly meanWaiting: number;
  /** Calls that wait for a lock. */
  readonly locked: number;
  readonly oldestMs: number;
  readonly oldest: UnansweredCall | undefined;
  /** p50: mean of the gateways, weighted by their calls. p99: highest value of the gateways. */
  readonly p50Ms: number | undefined;
  readonly p99Ms: number | undefined;
  readonly rejections: Counts;
  readonly workers: number;
}

export function summarizeQueues(statuses: readonly SeenStatus[]): readonly QueueSummary[] {
  const reporting = statuses.filter(({ isSilent }) => !isSilent);
  return queuesOf().map((queue) => {
    const ofGateways = reporting.flatMap(({ gateway }) => gateway?.queues.filter(isQueue(queue)) ?? []);
    const ofWorkers = reporting.flatMap(({ worker }) => worker?.queues.filter(isQueue(queue)) ?? []);
    return summaryOf(queue, ofGateways, ofWorkers);
  });
}

export function isQueue({ resource, lane }: QueueId): (other: QueueId) => boolean {
  return (other) => other.resource === resource && other.lane === lane;
}

function summaryOf(
  queue: QueueId,
  ofGateways: readonly GatewayQueueStatus[],
  ofWorkers: readonly WorkerQueueStatus[],
): QueueSummary {
  const inFlight = sum(ofGateways.map((one) => one.inFlight));
  const running = sum(ofWorkers.map((one) => one.running));
  const waiting = Math.max(0, Math.round(inFlight - running));
  return {
    resource: queue.resource,
    lane: queue.lane,
    label: queueLabel(queue),
    inFlight,
    waiting,
    active: inFlight - waiting,
    meanRunning: running,
    meanWaiting: Math.max(0, sum(ofGateways.map(({ meanInFlight }) => meanInFlight)) - running),
    locked: sum(ofWorkers.map(({ locked }) => locked)),
    callsPerSecond: sum(ofGateways.map(({ callsPerSecond }) => callsPerSecond)),
    setsPerSecond: sum(ofWorkers.map(({ setsPerSecond }) => setsPerSecond)),
    oldestMs: Math.max(0, ...ofGateways.map(({ oldestMs }) => oldestMs)),
    oldest: maxBy(ofGateways, ({ oldestMs }) => oldestMs)?.oldest,
    p50Ms: meanP50(ofGateways),
    p99Ms: highestP99(ofGateways),
    rejections: addCounts(ofGateways.map(({ rejections }) => rejections)),
    workers: ofWorkers.length,
  };
}

type Latency = Pick<GatewayQueueStatus, 'callsPerSecond' | 'p50Ms' | 'p99Ms'>;

/** Weighs each part with its calls. Undefined if none has answered calls. */
export function meanP50(parts: readonly Latency[]): number | undefined {
  const answering = parts.filter(({ p50Ms }) => p50Ms !== undefined);
  const calls = sum(answering.map(({ callsPerSecond }) => callsPerSecond));
  if (calls === 0) return undefined;
  return sum(answering.map(({ p50Ms = 0, callsPerSecond }) => p50Ms * callsPerSecond)) / calls;
}

export function highestP99(parts: readonly Latency[]): number | undefined {
  return maxBy(parts, ({ p99Ms = -1 }) => p99Ms)?.p99Ms;
}
