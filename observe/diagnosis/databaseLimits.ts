import type { WorkerLaneStatus } from '../status/processStatus.ts';
import { sum } from '../status/queueSummary.ts';
import { type Evidence, type Pressed, pressedQueue } from './evidence.ts';
import type { Verdict } from './limit.ts';
import { percent } from './percent.ts';

/** Minimum share of their time that sets spend waiting for a connection, or in COMMIT. */
const mainShare = 0.4;

/** A pool whose statements take longer is full because the database is slow. */
const slowStatementMs = 50;

/** A commit to a good disk takes less. */
const slowCommitMs = 2;

/** Minimum ratio of commit time to statement time: a database without free processors is slow in both. */
const commitsToStatements = 2;

export const poolHelp =
  'Raise DATABASE_POOL of these workers (10 by default), if the database has free processors and allows more connections. A distant database keeps each connection busy for longer: counterfoil doctor shows the round trip';
export const commitsHelp =
  "Give the database a faster disk, or look at what makes its commits wait: SHOW GLOBAL VARIABLES LIKE '%binlog%' (sync_binlog, binlog_commit_wait_usec), synchronous replicas, other programs' writes. SHOW FULL PROCESSLIST shows statements in the state Commit";
export const databaseHelp =
  'Look at the processors, disks and slow queries of the database, and at its distance (counterfoil doctor shows the round trip); other programs may use it too';

export function poolLimit(evidence: Evidence): Verdict | undefined {
  const pressed = pressedQueue(evidence);
  if (!pressed || pressed.shares.pool < mainShare) return undefined;
  if (pressed.shares.statementMs >= slowStatementMs) return undefined;
  const { lane, label } = pressed.queue;
  const lanes = pressed.workers.flatMap(({ worker }) => worker.lanes);
  const max = maxOf(lanes.filter((served) => served.lane === lane));
  const ofProcess = sum(lanes.map(({ connections }) => connections.max)) / pressed.workers.length;
  return {
    limit: 'pool',
    of: label,
    text: `the connections to the database are the limit: sets of ${label} workers wait ${percent(pressed.shares.pool)} of their time for one of ${max} (DATABASE_POOL is ${Math.round(ofProcess)}, for all lanes of a worker)`,
    help: poolHelp,
  };
}

export function commitsLimit(evidence: Evidence): Verdict | undefined {
  const pressed = pressedQueue(evidence);
  if (!pressed) return undefined;
  const { commits, statements, commitMs } = pressed.shares;
  const isMain = commits >= Math.max(mainShare, commitsToStatements * statements);
  if (!isMain || commitMs < slowCommitMs) return undefined;
  return {
    limit: 'commits',
    of: pressed.queue.label,
    text: `the database's commits are the limit: they take ${percent(commits)} of the time of ${pressed.queue.label} sets, ${milliseconds(commitMs)} each`,
    help: commitsHelp,
  };
}

export function databaseLimit(evidence: Evidence): Verdict | undefined {
  const pressed = pressedQueue(evidence);
  if (!pressed || inDatabase(pressed) < 0.5) return undefined;
  return {
    limit: 'database',
    of: pressed.queue.label,
    text: `the database is the limit: statements take ${percent(inDatabase(pressed))} of the time of ${pressed.queue.label} sets, ${milliseconds(pressed.shares.statementMs)} each; another worker would not help`,
    help: databaseHelp,
  };
}

function maxOf(lanes: readonly WorkerLaneStatus[]): number {
  return Math.round(sum(lanes.map(({ connections }) => connections.max)) / Math.max(1, lanes.length));
}

/** A pool that waits for a slow database counts as database time. */
function inDatabase({ shares }: Pressed): number {
  return shares.statements + shares.commits + (shares.statementMs >= slowStatementMs ? shares.pool : 0);
}

export function milliseconds(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;
}
