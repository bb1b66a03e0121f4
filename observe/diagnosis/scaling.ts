import { type Resource, resources } from '../../shared/contract/operations/operation.ts';
import { maxBy, sum } from '../../shared/contract/values/arithmetic.ts';
import type { RejectionReason } from '../../shared/runtime/process/events.ts';
import { maxSetCalls } from '../../shared/wire/call.ts';
import { type QueueId, queueLabel, queuesOf } from '../../shared/wire/queues.ts';
import { isQueue, type QueueSummary, summarizeQueues } from '../status/queueSummary.ts';
import type { SeenStatus } from '../status/readStatuses.ts';
import { diagnose } from './diagnose.ts';
import type { Bottleneck } from './diagnosis.ts';
import { type Forecast, forecastOf, reserve } from './forecast.ts';
import { isGateway, isWorker, type Worker } from './signals.ts';

/** Kinds of processes whose numbers change: gateways, the workers of each resource, and those of batches. */
export type ScaledRole = 'gateway' | Resource | 'bulk';
export const scaledRoles: readonly ScaledRole[] = ['gateway', ...resources, 'bulk'];

/** Number of processes that a role or a queue needs, and the reason. The fields are part of the interface of `/scaling`. */
export interface Need<Inputs = QueueInputs | GatewayInputs> {
  /** Number that brings the oldest call under the target. It exceeds `running` only if processes are the bottleneck. */
  readonly processes: number;
  readonly running: number;
  readonly bottleneck: Bottleneck;
  readonly reason: string;
  /** Processes for the calls that arrive now, and for multiples of them; answered, rejected and waiting calls count. */
  readonly range: Forecast;
  readonly forecast: readonly (Forecast & { readonly times: number })[];
  readonly inputs: Inputs;
}

/** Basis of a queue's number of workers. Rates and shares are of the last ten seconds. */
interface QueueInputs {
  readonly oldest_call_ms: number;
  readonly p99_ms: number | null;
  readonly calls_per_second: number;
  readonly calls_in_flight: number;
  /** Requests that were answered 503 because calls would have waited too long. */
  readonly rejected_per_second: number;
  /** Number of fully used processes that the present work amounts to. */
  readonly load: number;
}

interface GatewayInputs {
  readonly oldest_call_ms: number;
  readonly calls_per_second: number;
  /** Number of fully used gateways that the present work amounts to. */
  readonly load: number;
}

export interface Scaling {
  readonly target_ms: number;
  readonly roles: Readonly<Record<ScaledRole, Need>>;
  /** Keys are labels of queues: `article`, and `article.bulk` for the calls of batches. */
  readonly queues: Readonly<Record<string, Need<QueueInputs>>>;
}

const recoveryMs = 10_000;
const forecastTimes = [2, 3, 5, 10];

type Decision = Pick<Need, 'processes' | 'bottleneck' | 'reason'>;
type Ranges = Pick<Need, 'range' | 'forecast'>;

function rangesOf(processes: readonly SeenStatus[], callsPerSecond: number): Ranges {
  const forecast = forecastTimes.map((times) => ({
    times,
    ...forecastOf(processes, times * callsPerSecond),
  }));
  return { range: forecastOf(processes, callsPerSecond), forecast };
}

export function scaling(statuses: readonly SeenStatus[], targetMs: number): Scaling {
  const needs = queuesOf().map((queue) => ({ queue, need: needOf(queue, statuses, targetMs) }));
  const ofRole = (role: ScaledRole): Need => {
    const own = needs.filter(({ queue }) => roleOf(queue) === role).map(({ need }) => need);
    return maxBy(own, ({ processes }) => processes) as Need;
  };
  const workers = scaledRoles.slice(1).map((role) => [role, ofRole(role)] as const);
  return {
    target_ms: targetMs,
    roles: Object.fromEntries([['gateway', gatewayNeed(statuses, targetMs)], ...workers]) as Scaling['roles'],
    queues: Object.fromEntries(needs.map(({ queue, need }) => [queueLabel(queue), need])),
  };
}

function roleOf({ resource, lane }: QueueId): ScaledRole {
  return lane === 'bulk' ? 'bulk' : resource;
}

function needOf(queue: QueueId, statuses: readonly SeenStatus[], targetMs: number): Need<QueueInputs> {
  const own = statusesOf(queue, statuses);
  const inputs = inputsOf(queue, own);
  const workers = own.filter(isWorker);
  const ranges = rangesOf(workers, arriving(inputs, targetMs));
  const decision = decisionOf(own, { inputs, running: workers.length, targetMs, ranges });
  return { ...decision, running: workers.length, ...ranges, inputs };
}

interface Situation {
  readonly inputs: QueueInputs;
  readonly running: number;
  readonly targetMs: number;
  readonly ranges: Ranges;
}

function decisionOf(own: readonly SeenStatus[], { inputs, running, targetMs, ranges }: Situation): Decision {
  if (running === 0) return { processes: 1, bottleneck: 'workers', reason: 'no worker serves the queue' };
  const { bottleneck, text: reason } = diagnose(own);
  const isLate = inputs.oldest_call_ms > targetMs || inputs.rejected_per_second > 0;
  if (!isLate) return { processes: needed(running, inputs.load), bottleneck: 'none', reason: inTime };
  const processes = bottleneck === 'workers' ? more(running, inputs, targetMs, ranges.range) : running;
  return { processes, bottleneck, reason };
}

const inTime = 'the oldest call is younger than the target';

/** Calls a second that are answered or rejected, and what drains those that wait too long within the recovery. */
function arriving(inputs: QueueInputs, targetMs: number): number {
  const { calls_per_second: rate, calls_in_flight, rejected_per_second } = inputs;
  const inTimeCalls = (rate * targetMs) / 1_000;
  return rate + rejected_per_second + Math.max(0, calls_in_flight - inTimeCalls) / (recoveryMs / 1_000);
}

/**
 * Enough for calls that arrive, are rejected, or wait; at most twice as many, and not more than two measured loads say. Clients
 * repeat rejected requests, so their number grows faster than the work.
 */
function more(running: number, inputs: QueueInputs, targetMs: number, range: Forecast): number {
  const { calls_per_second: rate, calls_in_flight, oldest_call_ms, rejected_per_second } = inputs;
  const waitMs = Math.max(oldest_call_ms, rate > 0 ? (calls_in_flight * 1_000) / rate : 0);
  const demand = 1 + Math.max(0, waitMs - targetMs) / recoveryMs + rejected_per_second / Math.max(rate, 1);
  const limit = range.trust === 'guessed' ? 2 * running : Math.min(2 * running, range.at_most);
  return Math.max(running + 1, Math.min(limit, Math.ceil(running * demand)));
}

/** Returns how many processes keep the reserve, at most the present number. */
function needed(running: number, load: number): number {
  return Math.min(running, Math.max(1, Math.ceil(load / reserve)));
}

function gatewayNeed(statuses: readonly SeenStatus[], targetMs: number): Need<GatewayInputs> {
  const reporting = statuses.filter(({ isSilent }) => !isSilent);
  const gateways = reporting.filter(isGateway);
  const queues = gateways.flatMap(({ gateway }) => gateway.queues);
  const running = gateways.length;
  const inputs = {
    oldest_call_ms: Math.round(Math.max(0, ...queues.map(({ oldestMs }) => oldestMs))),
    calls_per_second: rounded(sum(queues.map(({ callsPerSecond }) => callsPerSecond))),
    load: rounded(sum(gateways.map(({ load }) => load.busy))),
  };
  const ranges = rangesOf(gateways, inputs.calls_per_second);
  return { ...gatewayDecision(reporting, inputs, running, targetMs), running, ...ranges, inputs };
}

function gatewayDecision(
  reporting: readonly SeenStatus[],
  inputs: GatewayInputs,
  running: number,
  targetMs: number,
): Decision {
  if (running === 0) return { processes: 1, bottleneck: 'gateways', reason: 'no gateway runs' };
  if (inputs.oldest_call_ms <= targetMs)
    return { processes: needed(running, inputs.load), bottleneck: 'none', reason: inTime };
  const { bottleneck, text: reason } = diagnose(reporting);
  const processes =
    bottleneck === 'gateways' ? Math.min(2 * running, running + Math.ceil(running / 2)) : running;
  return { processes, bottleneck, reason };
}

/** Rejections that more workers would prevent; other reasons are bottlenecks of apps, accounts and servers. */
const waitReasons: readonly RejectionReason[] = ['wait', 'calls', 'bytes'];

function inputsOf(queue: QueueId, statuses: readonly SeenStatus[]): QueueInputs {
  const summary = summarizeQueues(statuses).find(({ label }) => label === queueLabel(queue)) as QueueSummary;
  const windowMs = Math.max(1_000, ...statuses.map((status) => status.windowMs));
  const rejected = sum(waitReasons.map((reason) => summary.rejections[reason] ?? 0));
  const workers = statuses.filter(isWorker);
  return {
    oldest_call_ms: Math.round(summary.oldestMs),
    p99_ms: summary.p99Ms === undefined ? null : Math.round(summary.p99Ms),
    calls_per_second: rounded(summary.callsPerSecond),
    calls_in_flight: summary.inFlight,
    rejected_per_second: rounded((rejected * 1_000) / windowMs),
    load: rounded(sum(workers.map((status) => loadOf(status, queue)))),
  };
}

/** Use of a worker's capacity: the highest of its processor, its connections, and sets of the maximum size. */
function loadOf({ load, worker: { queues, lanes } }: Worker, queue: QueueId): number {
  const served = queues.find(isQueue(queue));
  const used = lanes.find(({ lane }) => lane === queue.lane)?.connections;
  if (!served) return 0;
  const callsPerSet = served.callsPerSecond / Math.max(served.setsPerSecond, Number.EPSILON);
  // Writes of batches have larger sets. To count these as full errs towards more workers.
  const ofSets = served.busy * Math.min(1, callsPerSet / maxSetCalls);
  const ofPool = used && used.max > 0 ? used.used / used.max : 0;
  return Math.max(load.busy, ofSets, ofPool);
}

/** Reduces statuses to one queue, and omits silent processes: they say nothing about the present. */
function statusesOf(queue: QueueId, statuses: readonly SeenStatus[]): readonly SeenStatus[] {
  const isIt = isQueue(queue);
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

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
