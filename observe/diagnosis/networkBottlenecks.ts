import { maxBy, sum } from '../../shared/contract/values/arithmetic.ts';
import type { SeenStatus } from '../status/readStatuses.ts';
import { type Diagnosis, processName } from './diagnosis.ts';
import { busyRedisShare } from './redisBottlenecks.ts';
import {
  areHostsFull,
  isDelayed,
  isServerAtWork,
  type Signals,
  statementsInFlight,
  type Worker,
} from './signals.ts';

/** A process that is busier measures its own delays. */
const undelayedShare = 0.6;

/**
 * Limits of a link; a machine without a free processor delays some processes more than others. `gap`: minimum ratio of the
 * shortest slow trip to the longest fast one, which a busy machine does not leave.
 */
const limits = {
  free: { tripMs: 10, gap: 3, late: 3, statementMs: 8 },
  full: { tripMs: 25, gap: 5, late: 4, statementMs: 25 },
};

/** Round trips of some processes to Redis are long or get lost, while those of all others are short: Redis itself is not slow. */
export function redisLink({ gateways, workers, redis }: Signals): Diagnosis | undefined {
  const { roundTripMs, processor = 0 } = redis;
  if (roundTripMs === undefined || processor >= busyRedisShare) return undefined;
  const idle = [...gateways, ...workers].filter((one) => one.load.busy < undelayedShare && !isDelayed(one));
  const isFull = areHostsFull(idle);
  const limit = isFull ? limits.full : limits.free;
  const slow = idle.filter(({ redisMs = 0 }) => redisMs >= limit.tripMs);
  const fastMs = Math.max(
    roundTripMs,
    ...idle.filter((one) => !slow.includes(one)).map(({ redisMs = 0 }) => redisMs),
  );
  // Processes that wait for a processor are all slow: then only other processes like them are a measure, not the reader.
  if (isFull && slow.length === idle.length) return undefined;
  const slowMs = Math.min(...slow.map(({ redisMs = 0 }) => redisMs));
  if (slow.length > 0 && slowMs >= limit.gap * fastMs)
    return linkOf(
      slow,
      `a round trip takes ${Math.round(slowMs)} ms or more, and ${fastMs.toFixed(1)} ms or less from elsewhere`,
    );
  const lossy = idle.filter(({ redisLate = 0 }) => redisLate >= limit.late);
  const others = idle.filter((one) => !lossy.includes(one));
  const lateElsewhere = Math.max(0, ...others.map(({ redisLate = 0 }) => redisLate));
  if (lossy.length === 0 || others.length === 0 || lateElsewhere > 1) return undefined;
  const late = Math.max(...lossy.map(({ redisLate = 0 }) => redisLate));
  return linkOf(
    lossy,
    `${late} of ten round trips took over 100 ms, as after lost packets, and at most ${lateElsewhere} elsewhere`,
  );
}

function linkOf(slow: readonly SeenStatus[], what: string): Diagnosis {
  const first = slow[0] as SeenStatus;
  const who = `${processName(first)}${slow.length > 1 ? ` and ${slow.length - 1} more` : ''}`;
  return {
    bottleneck: 'network',
    of: first.title,
    text: `the network between ${who} and Redis is slow or loses packets: ${what}`,
    help: `Look at the link of ${first.host}: ping -c 20 to the host of Redis, ip -s link, tc qdisc show; or run that process on another host`,
  };
}

/** Minimum mean number of sets in statements: with fewer, a slow link hardly delays calls. */
const waitingSets = 0.3;
/** Minimum ratio of a statement's time to the longest round trip to Redis, which a worker's own delays lengthen as well. */
const ownDelays = 2;

/**
 * Workers wait for statements that the server is not running: they, or their answers, are on the way. A slow server would be
 * seen running them.
 */
export function databaseLink(signals: Signals): Diagnosis | undefined {
  const { workers, database } = signals;
  const running = database?.running;
  const measureOwn = workers.some((worker) => worker.load.busy >= undelayedShare || isDelayed(worker));
  if (!running || database.waits?.length || measureOwn) return undefined;
  const inFlight = statementsInFlight(workers);
  const statements = sum(
    workers.map(({ worker }) =>
      sum(worker.lanes.map((lane) => lane.statementsPerSecond + lane.commitsPerSecond)),
    ),
  );
  if (inFlight < waitingSets || statements === 0) return undefined;
  const meanMs = (inFlight * 1_000) / statements;
  const { statementMs } = areHostsFull(workers) ? limits.full : limits.free;
  const ownMs = Math.max(0, ...workers.map(({ redisMs = 0 }) => redisMs));
  if (meanMs < Math.max(statementMs, ownDelays * ownMs) || isServerAtWork(signals)) return undefined;
  const first = maxBy(workers, (worker) => statementsInFlight([worker])) as Worker;
  return {
    bottleneck: 'network',
    of: first.title,
    text: `the network between the workers and the database is slow: a statement takes ${Math.round(meanMs)} ms, and the server works on it for less than ${Math.max(1, Math.round((running.own / inFlight) * meanMs))} ms`,
    help: `Look at the link of ${first.host}: ping -c 20 to the host of the database, ip -s link, tc qdisc show; counterfoil doctor there shows the round trip. Run the workers close to the database`,
  };
}
