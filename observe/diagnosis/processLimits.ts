import { byteSize } from '../../shared/contract/values/byteSize.ts';
import { refusesWrites } from '../../shared/runtime/redis/redisMemory.ts';
import type { QueueSummary } from '../status/queueSummary.ts';
import { sum } from '../status/queueSummary.ts';
import {
  areHostsFull,
  busyOfAll,
  type Evidence,
  fullShare,
  pressedQueue,
  type Worker,
  workersOf,
} from './evidence.ts';
import type { Verdict } from './limit.ts';
import { percent } from './percent.ts';

/** A queue refuses calls because no worker serves it. */
export function missingWorkers({ queues }: Evidence): Verdict | undefined {
  const missing = queues.find(({ refusals, workers }) => workers === 0 && (refusals.no_worker ?? 0) > 0);
  return (
    missing && {
      limit: 'workers',
      of: missing.label,
      text: `${missing.label} has no worker: its calls are refused`,
      help: `Start one: ${startCommand(missing)}`,
    }
  );
}

/** Nothing can be written: no call is accepted, and no process can report. */
export function redisFull({ redis: { memory } }: Evidence): Verdict | undefined {
  if (!memory || !refusesWrites(memory)) return undefined;
  return {
    limit: 'redis',
    text: `Redis is full (${byteSize(memory.used)} used, maxmemory is ${byteSize(memory.max)}): it refuses all writes, so that calls get 503 and processes can't report`,
    help: 'Raise maxmemory: CONFIG SET maxmemory 1gb, and in its configuration (docs/operating.md, "Raise maxmemory"). If calls have piled up, look at why workers do not answer them',
  };
}

/**
 * Redis's one thread is full, or a round trip takes long. A call needs six consecutive round trips: its job is added, wakes a
 * worker and is fetched; its reply is added, read and followed by the end of the job.
 */
const tripsOfCall = 6;
const tripsShare = 0.3;
/** Everything takes longer on a machine without a free processor. */
const slowMs = 10;
const slowOnFullHostMs = 25;

export function redisLimit({ redis, queues, callsPerSecond, gateways }: Evidence): Verdict | undefined {
  const { processor = 0, roundTripMs = 0 } = redis;
  const inFlight = sum(queues.map((queue) => queue.inFlight));
  if (callsPerSecond === 0 && inFlight === 0) return undefined;
  const typicalMs =
    sum(queues.map(({ p50Ms = 0, callsPerSecond: rate }) => p50Ms * rate)) / Math.max(callsPerSecond, 1);
  const limitMs = areHostsFull(gateways) ? slowOnFullHostMs : slowMs;
  const isSlow = roundTripMs >= limitMs && tripsOfCall * roundTripMs >= tripsShare * typicalMs;
  if (processor < fullShare && !isSlow) return undefined;
  const why =
    processor >= fullShare
      ? `it uses ${percent(processor)} of its one processor`
      : `a round trip takes ${Math.round(roundTripMs)} ms`;
  return {
    limit: 'redis',
    text: `Redis is the limit: ${why}; more workers or gateways will not help`,
    help: 'Look at SLOWLOG and at the other programs that use this Redis; give it a processor of its own, close to the service',
  };
}

export function gatewayLimit({ gateways }: Evidence): Verdict | undefined {
  const loop = busyOfAll(gateways);
  if (loop < fullShare) return undefined;
  const where = areHostsFull(gateways) ? ', on another machine: this one has no free processor' : '';
  const who =
    gateways.length === 1 ? 'the gateway is the limit' : `the ${gateways.length} gateways are the limit`;
  return {
    limit: 'gateways',
    text: `${who} (${percent(loop)} of a processor): another worker would not help`,
    help: `Add a gateway${where}`,
  };
}

export function workerLimit(evidence: Evidence): Verdict | undefined {
  const { queues, workers } = evidence;
  const full = queues
    .map((queue) => ({ queue, serving: workersOf(queue, workers) }))
    .filter(({ queue, serving }) => queue.inFlight > 0 && isFull(serving, queue, evidence));
  const [first] = full.toSorted((one, other) => other.queue.inFlight - one.queue.inFlight);
  if (!first) return undefined;
  const { queue, serving } = first;
  const where = areHostsFull(serving) ? ' on another machine, since this one has no free processor' : '';
  return {
    limit: 'workers',
    of: queue.label,
    text: `${queue.label} workers are ${percent(busyOfAll(serving))} busy: add one${where}`,
    help: startCommand(queue),
  };
}

/**
 * Workers that are this busy while calls wait are full, too. Their statements seem slow, since results wait for the event loop;
 * workers that really wait for the database have time.
 */
const nearlyFullShare = 0.75;

function isFull(serving: readonly Worker[], queue: QueueSummary, evidence: Evidence): boolean {
  const loop = busyOfAll(serving);
  if (loop >= fullShare) return true;
  const pressed = pressedQueue(evidence);
  return pressed?.queue === queue && loop >= nearlyFullShare;
}

function startCommand({ resource, lane }: QueueSummary): string {
  return `counterfoil worker ${resource}${lane === 'bulk' ? ' --lane bulk' : ''}`;
}
