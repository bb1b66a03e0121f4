import { maxBy, sum } from '../../shared/contract/values/arithmetic.ts';
import type { WorkerLaneStatus } from '../../shared/wire/status/processStatus.ts';
import type { QueueSummary } from '../status/queueSummary.ts';
import { type Diagnosis, percent } from './diagnosis.ts';
import {
  areHostsFull,
  isServerAtWork,
  type SetShares,
  type Signals,
  saturatedQueue,
  setSharesOf,
  workersOf,
} from './signals.ts';

/** Minimum share of their time that sets spend waiting for a connection, in COMMIT, or in statements. */
const mainShare = 0.4;

/** A pool whose statements take longer is full because the database is slow. */
const slowStatementMs = 50;

/** A commit to a good disk takes less. */
const slowCommitMs = 2;

/** Minimum ratio of commit time to statement time: a database without free processors is slow in both. */
const commitsToStatements = 2;

const poolHelp =
  'Raise DATABASE_POOL of these workers (10 by default), if the database has free processors and allows more connections. A distant database keeps each connection busy for longer: counterfoil doctor shows the round trip';
const commitsHelp =
  "Give the database a faster disk, or look at what makes its commits wait: SHOW GLOBAL VARIABLES LIKE '%binlog%' (sync_binlog, binlog_commit_wait_usec), synchronous replicas, other programs' writes. SHOW FULL PROCESSLIST shows statements in the state Commit";
const databaseHelp =
  'Look at the processors, disks and slow queries of the database, and at its distance (counterfoil doctor shows the round trip); other programs may use it too';

export function poolBottleneck(signals: Signals): Diagnosis | undefined {
  const saturated = saturatedQueue(signals);
  if (!saturated || saturated.shares.pool < mainShare) return undefined;
  if (saturated.shares.statementMs >= slowStatementMs) return undefined;
  const { lane, label } = saturated.queue;
  const lanes = saturated.workers.flatMap(({ worker }) => worker.lanes);
  const own = lanes.filter((served) => served.lane === lane);
  const perLane = Math.round(connectionsOf(own) / Math.max(1, own.length));
  const perProcess = Math.round(connectionsOf(lanes) / saturated.workers.length);
  return {
    bottleneck: 'pool',
    of: label,
    text: `the connections to the database are the bottleneck: sets of ${label} workers wait ${percent(saturated.shares.pool)} of their time for one of ${perLane} (DATABASE_POOL is ${perProcess}, for all lanes of a worker)`,
    help: poolHelp,
  };
}

function connectionsOf(lanes: readonly WorkerLaneStatus[]): number {
  return sum(lanes.map(({ connections }) => connections.max));
}

export function commitsBottleneck(signals: Signals): Diagnosis | undefined {
  const saturated = saturatedQueue(signals);
  if (!saturated) return undefined;
  const { commits, statements, commitMs } = saturated.shares;
  const isMain = commits >= Math.max(mainShare, commitsToStatements * statements);
  if (!isMain || commitMs < slowCommitMs) return undefined;
  const { label } = saturated.queue;
  return {
    bottleneck: 'commits',
    of: label,
    text: `the database's commits are the bottleneck: they take ${percent(commits)} of the time of ${label} sets, ${milliseconds(commitMs)} each`,
    help: commitsHelp,
  };
}

export function databaseBottleneck(signals: Signals): Diagnosis | undefined {
  const saturated = saturatedQueue(signals);
  if (!saturated) return undefined;
  const { statements, commits, pool, statementMs } = saturated.shares;
  // A pool that waits for a slow database counts as database time.
  const share = statements + commits + (statementMs >= slowStatementMs ? pool : 0);
  if (share < 0.5) return undefined;
  if (areHostsFull(saturated.workers) && statementMs < slowStatementMs) return undefined;
  if (!isServerAtWork(signals)) return undefined;
  const { label } = saturated.queue;
  return {
    bottleneck: 'database',
    of: label,
    text: `the database is the bottleneck: statements take ${percent(share)} of the time of ${label} sets, ${milliseconds(statementMs)} each; another worker would not help`,
    help: databaseHelp,
  };
}

/** Main cost of calls that are slow although no part is full. */
export function slowCalls(signals: Signals): Diagnosis | undefined {
  const queue = slowestQueue(signals);
  if (!queue) return slowWrites(signals);
  // A machine without a free processor makes everything slow but long commits.
  if (areHostsFull(workersOf(queue, signals.workers))) return slowCommits(signals);
  const found = explained(queue, setSharesOf(queue, signals));
  return found?.bottleneck === 'database' && !isServerAtWork(signals) ? undefined : found;
}

/** Limit of the alert CounterfoilDatabaseSlow. A longer mean COMMIT is slow, whatever else the queue's calls do. */
const slowWriteMs = 25;

/** Commits of a queue whose median call is fast, since most of its calls only read. */
function slowWrites({ queues, workers }: Signals): Diagnosis | undefined {
  const found = queues
    .filter((queue) => !areHostsFull(workersOf(queue, workers)))
    .map((queue) => ({ queue, shares: setSharesOf(queue, { workers }) }))
    .filter(({ shares }) => shares.commits >= mainShare && shares.commitMs >= slowWriteMs);
  const slowest = maxBy(found, ({ shares }) => shares.commitMs);
  return slowest && explained(slowest.queue, slowest.shares);
}

/** A longer mean COMMIT is slow even if processors are busy. */
const longCommitMs = 50;

/** Like `slowCalls`, but only for slow commits, which a busy machine does not explain. */
export function slowCommits(signals: Signals): Diagnosis | undefined {
  const queue = slowestQueue(signals);
  if (!queue) return undefined;
  const shares = setSharesOf(queue, signals);
  const isSlow = shares.commits >= mainShare && shares.commitMs >= longCommitMs;
  return isSlow ? explained(queue, shares) : undefined;
}

/** Statements of a database that has time take less. */
const slowForIdleMs = 20;

/** A longer median is worth an explanation. */
const slowCallMs = 100;

/** Queues with a smaller share of all calls say nothing about the service. */
const rareShare = 0.05;

/** Slowest queue with a median over 100 ms, of those with many calls. */
export function slowestQueue({ queues, callsPerSecond: all }: Signals): QueueSummary | undefined {
  const frequent = queues.filter(({ callsPerSecond }) => callsPerSecond >= rareShare * all);
  const slow = frequent.filter(({ p50Ms = 0 }) => p50Ms >= slowCallMs);
  return maxBy(slow, ({ p50Ms = 0 }) => p50Ms);
}

/** Calls that no part of the database explains, at a low load, are not worth an alarm. */
function explained({ label, p50Ms = 0 }: QueueSummary, shares: SetShares): Diagnosis | undefined {
  const { commits, statements, pool, commitMs, statementMs } = shares;
  const calls = `half of the ${label} calls take over ${milliseconds(p50Ms)}`;
  const ofSets = 'of the time of their sets';
  if (commits >= mainShare && commitMs >= slowCommitMs)
    return {
      bottleneck: 'commits',
      of: label,
      text: `the database's commits are slow: ${calls}, COMMIT takes ${percent(commits)} ${ofSets}, ${milliseconds(commitMs)} each`,
      help: commitsHelp,
    };
  if (pool >= mainShare)
    return {
      bottleneck: 'pool',
      of: label,
      text: `the connections to the database are too few: ${calls}, their sets wait ${percent(pool)} of their time for one`,
      help: poolHelp,
    };
  if (statements >= mainShare && statementMs >= slowForIdleMs)
    return {
      bottleneck: 'database',
      of: label,
      text: `the database is slow: ${calls}, statements take ${percent(statements)} ${ofSets}, ${milliseconds(statementMs)} each`,
      help: databaseHelp,
    };
  return undefined;
}

function milliseconds(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;
}
