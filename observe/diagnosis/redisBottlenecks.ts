import { sum } from '../../shared/contract/values/arithmetic.ts';
import { byteSize } from '../../shared/contract/values/byteSize.ts';
import { refusesWrites } from '../../shared/runtime/redis/redisInfo.ts';
import { type Diagnosis, percent } from './diagnosis.ts';
import { areHostsFull, fullShare, type Signals } from './signals.ts';

/** Nothing can be written: no call is accepted, and no process can report. */
export function redisFull({ redis: { memory } }: Signals): Diagnosis | undefined {
  if (!memory || !refusesWrites(memory)) return undefined;
  return {
    bottleneck: 'redis',
    text: `Redis is full (${byteSize(memory.used)} used, maxmemory is ${byteSize(memory.max)}): it refuses all writes, so that calls get 503 and processes can't report`,
    help: 'Raise maxmemory: CONFIG SET maxmemory 1gb, and in its configuration (docs/operating.md, "Raise maxmemory"). If calls have piled up, look at why workers do not answer them',
  };
}

/**
 * A call needs six consecutive round trips: its job is added, wakes a worker and is fetched; its reply is added, read and
 * followed by the end of the job.
 */
const tripsOfCall = 6;
const tripsShare = 0.3;
/** Everything takes longer on a machine without a free processor. */
const slowTripMs = 10;
const slowOnFullHostMs = 25;
/** A Redis that uses so much of its processor delays its clients, some of them more than others. */
export const busyRedisShare = 0.7;

/** Returns the time of a round trip: as measured now, or as half of the clients of a busy Redis have it, if that is longer. */
function tripMsOf({ redis: { processor = 0, roundTripMs = 0 }, gateways, workers }: Signals): number {
  if (processor < busyRedisShare) return roundTripMs;
  const trips = [...gateways, ...workers].map(({ redisMs = 0 }) => redisMs).toSorted((a, b) => a - b);
  return Math.max(roundTripMs, trips[Math.floor((trips.length - 1) / 2)] ?? 0);
}

/** Redis's one thread is full, or a round trip takes long. */
export function redisBottleneck(signals: Signals): Diagnosis | undefined {
  const { redis, queues, callsPerSecond, gateways } = signals;
  const { processor = 0 } = redis;
  const roundTripMs = tripMsOf(signals);
  const inFlight = sum(queues.map((queue) => queue.inFlight));
  if (callsPerSecond === 0 && inFlight === 0) return undefined;
  const typicalMs =
    sum(queues.map(({ p50Ms = 0, callsPerSecond: rate }) => p50Ms * rate)) / Math.max(callsPerSecond, 1);
  const limitMs = areHostsFull(gateways) ? slowOnFullHostMs : slowTripMs;
  const isSlow = roundTripMs >= limitMs && tripsOfCall * roundTripMs >= tripsShare * typicalMs;
  if (processor < fullShare && !isSlow) return undefined;
  const reason =
    processor >= fullShare
      ? `it uses ${percent(processor)} of its one processor`
      : `a round trip takes ${Math.round(roundTripMs)} ms`;
  return {
    bottleneck: 'redis',
    text: `Redis is the bottleneck: ${reason}; more workers or gateways will not help`,
    help: 'Look at SLOWLOG and at the other programs that use this Redis; give it a processor of its own, close to the service',
  };
}
