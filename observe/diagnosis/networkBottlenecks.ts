import { maxBy, sum } from '../status/queueSummary.ts';
import type { SeenStatus } from '../status/readStatuses.ts';
import type { Diagnosis } from './diagnosis.ts';
import type { Signals, Worker } from './signals.ts';

/** A process that is busier measures its own delays. */
const idleShare = 0.6;
const slowTripMs = 10;
const ratio = 5;
const lateTrips = 2;

/** Round trips of one process to Redis are long or get lost, while those of others are short: Redis itself is not slow. */
export function redisLink({ gateways, workers, redis }: Signals): Diagnosis | undefined {
  const { roundTripMs } = redis;
  if (roundTripMs === undefined) return undefined;
  const idle = [...gateways, ...workers].filter(({ load }) => load.busy < idleShare);
  const isSlow = ({ redisMs = 0 }: SeenStatus) => redisMs >= Math.max(slowTripMs, ratio * roundTripMs);
  const isLossy = ({ redisLate = 0 }: SeenStatus) => redisLate >= lateTrips;
  const slow = idle.filter((status) => isSlow(status) || isLossy(status));
  if (slow.length === 0 || slow.length === idle.length) return undefined;
  const first = maxBy(slow, ({ redisMs = 0, redisLate = 0 }) => redisMs + redisLate) as SeenStatus;
  const { title, pid, host, redisMs = 0, redisLate = 0 } = first;
  const who = `${title} (PID ${pid} on ${host})${slow.length > 1 ? ` and ${slow.length - 1} more` : ''}`;
  const what = isSlow(first)
    ? `a round trip takes ${Math.round(redisMs)} ms, and ${roundTripMs.toFixed(1)} ms from elsewhere`
    : `${redisLate} of its last ten round trips took over 100 ms, as after lost packets, and none elsewhere`;
  return {
    bottleneck: 'network',
    of: title,
    text: `the network between ${who} and Redis is slow or loses packets: ${what}`,
    help: `Look at the link of ${host}: ping -c 20 to the host of Redis, ip -s link, tc qdisc show; or run that process on another host`,
  };
}

const slowStatementMs = 8;
const waitingSets = 0.3;
/** Maximum part of the workers' time in statements that the server spends on them. */
const serverShare = 0.3;

/**
 * Workers wait for statements that the server is not running: they, or their answers, are on the way. A slow server would be
 * seen running them.
 */
export function databaseLink({ workers, database }: Signals): Diagnosis | undefined {
  const running = database?.running;
  if (!running || workers.some(({ load }) => load.busy >= idleShare)) return undefined;
  const waiting = sum(workers.map(inStatements));
  const statements = sum(
    workers.map(({ worker }) =>
      sum(worker.lanes.map((lane) => lane.statementsPerSecond + lane.commitsPerSecond)),
    ),
  );
  if (waiting < waitingSets || statements === 0) return undefined;
  const meanMs = (waiting * 1_000) / statements;
  if (meanMs < slowStatementMs || running.own > serverShare * waiting) return undefined;
  const first = maxBy(workers, inStatements) as Worker;
  return {
    bottleneck: 'network',
    of: first.title,
    text: `the network between the workers and the database is slow: a statement takes ${Math.round(meanMs)} ms, and the server works on it for less than ${Math.max(1, Math.round((running.own / waiting) * meanMs))} ms`,
    help: `Look at the link of ${first.host}: ping -c 20 to the host of the database, ip -s link, tc qdisc show; counterfoil doctor there shows the round trip. Run the workers close to the database`,
  };
}

function inStatements({ worker }: Worker): number {
  return sum(worker.lanes.map(({ statements, commits }) => statements + commits));
}
