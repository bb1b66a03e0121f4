import { maxSetCalls } from '../../shared/wire/call.ts';
import { type QueueId, queueLabel } from '../../shared/wire/queues.ts';
import type { WorkerStatus } from '../status/processStatus.ts';
import { type QueueSummary, sum, summarizeQueues } from '../status/queueSummary.ts';
import type { SeenStatus } from '../status/readStatuses.ts';

/** Basis of a queue's number of workers. Rates and shares are of the last ten seconds. */
export interface QueueInputs {
  readonly oldest_call_ms: number;
  readonly p99_ms: number | null;
  readonly calls_per_second: number;
  readonly calls_in_flight: number;
  /** Requests that were answered 503 because calls would have waited too long. */
  readonly refused_per_second: number;
  /** Number of fully used processes that the present work amounts to. */
  readonly load: number;
}

/** Refusals that more workers would prevent; other reasons are limits of apps, accounts and servers. */
const waitReasons = ['wait', 'calls', 'bytes'];

export function inputsOf(queue: QueueId, statuses: readonly SeenStatus[]): QueueInputs {
  const summary = summarizeQueues(statuses).find(({ label }) => label === queueLabel(queue)) as QueueSummary;
  const windowMs = Math.max(1_000, ...statuses.map((status) => status.windowMs));
  const refused = sum(waitReasons.map((reason) => summary.refusals[reason] ?? 0));
  const workers = statuses.filter(({ worker }) => worker !== undefined);
  return {
    oldest_call_ms: Math.round(summary.oldestMs),
    p99_ms: summary.p99Ms === undefined ? null : Math.round(summary.p99Ms),
    calls_per_second: rounded(summary.callsPerSecond),
    calls_in_flight: summary.inFlight,
    refused_per_second: rounded((refused * 1_000) / windowMs),
    load: rounded(sum(workers.map((status) => loadOf(status, queue)))),
  };
}

/** Use of a worker's capacity: the highest of its processor, its connections, and sets of the maximum size. */
function loadOf({ load, worker }: SeenStatus, queue: QueueId): number {
  const { queues, lanes } = worker as WorkerStatus;
  const served = queues.find(({ resource, lane }) => resource === queue.resource && lane === queue.lane);
  const used = lanes.find(({ lane }) => lane === queue.lane)?.connections;
  if (!served) return 0;
  const callsPerSet = served.callsPerSecond / Math.max(served.setsPerSecond, Number.EPSILON);
  const ofSets = served.busy * Math.min(1, callsPerSet / maxSetCalls);
  const ofPool = used && used.max > 0 ? used.used / used.max : 0;
  return Math.max(load.busy, ofSets, ofPool);
}

/** Reduces statuses to one queue, and omits silent processes: they say nothing about the present. */
export function statusesOf(queue: QueueId, statuses: readonly SeenStatus[]): readonly SeenStatus[] {
  const isIt = ({ resource, lane }: QueueId) => resource === queue.resource && lane === queue.lane;
  return statuses
    .filter(({ isSilent }) => !isSilent)
    .map(({ gateway, worker, ...process }) => ({
      ...process,
      ...(gateway && { gateway: { ...gateway, queues: gateway.queues.filter(isIt) } }),
      ...(worker?.queues.some(isIt) && {
        worker: {
          ...worker,
          queues: worker.queues.filter(isIt),
          lanes: worker.lanes.filter(({ lane }) => lane === queue.lane),
        },
      }),
    }))
    .filter(({ gateway, worker }) => gateway ?? worker);
}

export function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
