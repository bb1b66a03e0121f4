import { type Resource, resources } from '../../shared/contract/operations/operation.ts';
import { type QueueId, queueLabel, queuesOf } from '../../shared/wire/queues.ts';
import type { Limit } from '../diagnosis/limit.ts';
import { verdictOf } from '../diagnosis/verdict.ts';
import { sum } from '../status/queueSummary.ts';
import type { SeenStatus } from '../status/readStatuses.ts';
import { inputsOf, type QueueInputs, rounded, statusesOf } from './inputs.ts';

/** Kinds of processes whose numbers change: gateways, the workers of each resource, and those of batches. */
export type ScaledRole = 'gateway' | Resource | 'bulk';
export const scaledRoles: readonly ScaledRole[] = ['gateway', ...resources, 'bulk'];

/** Number of processes that a role or a queue needs, and the reason. The fields are part of the interface of `/scaling`. */
export interface Need<Inputs = QueueInputs | GatewayInputs> {
  /** Number that brings the oldest call under the target. It exceeds `running` only if processes are the limit. */
  readonly processes: number;
  readonly running: number;
  readonly limit: Limit;
  readonly reason: string;
  readonly inputs: Inputs;
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

/** Maximum use of processes: the rest is a reserve. */
const reserve = 0.7;
const recoveryMs = 10_000;

export function scaling(statuses: readonly SeenStatus[], targetMs: number): Scaling {
  const needs = queuesOf().map((queue) => ({ queue, need: needOf(queue, statuses, targetMs) }));
  const ofRole = (role: ScaledRole): Need => {
    const own = needs.filter(({ queue }) => roleOf(queue) === role).map(({ need }) => need);
    return own.toSorted((one, other) => other.processes - one.processes)[0] as Need;
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
  const workers = own.filter(({ worker }) => worker !== undefined);
  const running = workers.length;
  if (running === 0)
    return { processes: 1, running, limit: 'workers', reason: 'no worker serves the queue', inputs };
  const { limit, text: reason } = verdictOf(own);
  const isLate = inputs.oldest_call_ms > targetMs || inputs.refused_per_second > 0;
  if (!isLate)
    return { processes: needed(running, inputs.load), running, limit: 'none', reason: inTime, inputs };
  const processes = limit === 'workers' ? more(running, inputs, targetMs) : running;
  return { processes, running, limit, reason, inputs };
}

const inTime = 'the oldest call is younger than the target';

/** Enough for calls that arrive, are refused, or wait; at most twice as many. */
function more(running: number, inputs: QueueInputs, targetMs: number): number {
  const { calls_per_second: rate, calls_in_flight, oldest_call_ms, refused_per_second } = inputs;
  const waitMs = Math.max(oldest_call_ms, rate > 0 ? (calls_in_flight * 1_000) / rate : 0);
  const demand = 1 + Math.max(0, waitMs - targetMs) / recoveryMs + refused_per_second / Math.max(rate, 1);
  return Math.min(2 * running, Math.max(running + 1, Math.ceil(running * demand)));
}

/** Enough to keep the reserve; at most the present number. */
function needed(running: number, load: number): number {
  return Math.min(running, Math.max(1, Math.ceil(load / reserve)));
}

function gatewayNeed(statuses: readonly SeenStatus[], targetMs: number): Need<GatewayInputs> {
  const reporting = statuses.filter(({ isSilent }) => !isSilent);
  const gateways = reporting.filter(({ gateway }) => gateway !== undefined);
  const queues = gateways.flatMap(({ gateway }) => gateway?.queues ?? []);
  const running = gateways.length;
  const inputs = {
    oldest_call_ms: Math.round(Math.max(0, ...queues.map(({ oldestMs }) => oldestMs))),
    calls_per_second: rounded(sum(queues.map(({ callsPerSecond }) => callsPerSecond))),
    load: rounded(sum(gateways.map(({ load }) => load.busy))),
  };
  if (running === 0) return { processes: 1, running, limit: 'gateways', reason: 'no gateway runs', inputs };
  if (inputs.oldest_call_ms <= targetMs)
    return { processes: needed(running, inputs.load), running, limit: 'none', reason: inTime, inputs };
  const { limit, text: reason } = verdictOf(reporting);
  const processes = limit === 'gateways' ? Math.min(2 * running, running + Math.ceil(running / 2)) : running;
  return { processes, running, limit, reason, inputs };
}
