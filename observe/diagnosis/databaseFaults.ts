import { maxBy, sum } from '../../shared/contract/values/arithmetic.ts';
import { counted } from '../../shared/contract/values/counted.ts';
import type { Blocker, DatabaseReading, LockWait } from '../status/databaseReading.ts';
import type { QueueSummary } from '../status/queueSummary.ts';
import { type Diagnosis, waiting } from './diagnosis.ts';
import { busyOfAll, nearlyFullShare, type Signals, setSharesOf, workersOf } from './signals.ts';

/** The server refuses connections or does not answer, and calls suffer from it. */
export function databaseAway(signals: Signals): Diagnosis | undefined {
  const { error, connections } = signals.database ?? {};
  if (error === undefined) return usedUp(signals) ?? unreachable(signals);
  if (error === 'ER_CON_COUNT_ERROR') return connectionsUsedUp(connections);
  if (refusedReaders.includes(error)) return unreachable(signals);
  if (!hasLateCalls(signals)) return undefined;
  if (error === invalidCertificate) return certificateRejected();
  return {
    bottleneck: 'databaseAway',
    text: `the database does not answer (${error}), and calls wait for it`,
    help: 'See whether its server runs, and what its log says: systemctl status mariadb. If it runs, look at the network: counterfoil doctor on the host of a worker',
  };
}

/** Workers can't open connections. The database answers here, refuses this reader, or was not asked. */
function unreachable(signals: Signals): Diagnosis | undefined {
  const failing = signals.workers.filter(({ worker }) =>
    worker.lanes.some(({ connectionError }) => connectionError),
  );
  const [first] = failing;
  if (!first || !hasLateCalls(signals)) return undefined;
  const error = first.worker.lanes.find(({ connectionError }) => connectionError)?.connectionError;
  if (error === 'ER_CON_COUNT_ERROR') return connectionsUsedUp(signals.database?.connections);
  if (error !== undefined && userLimits.includes(error)) return userLimitReached(error);
  if (error === invalidCertificate) return certificateRejected();
  return {
    bottleneck: 'databaseAway',
    of: first.title,
    text: `${failing.length} of ${counted(signals.workers.length, 'worker')} can't connect to the database (${error}), and calls wait for it`,
    help: `Look at the network between ${first.host} and the database, and at the password of its user: counterfoil doctor there`,
  };
}

/** Code of the driver, whatever is wrong with a certificate. */
const invalidCertificate = 'HANDSHAKE_SSL_ERROR';

function certificateRejected(): Diagnosis {
  return {
    bottleneck: 'databaseAway',
    text: "the certificate of the database is not valid, so workers can't open connections, and calls wait for them",
    help: 'See whether it has expired: counterfoil doctor. Renew it, and let the server read it: FLUSH SSL, or on MySQL ALTER INSTANCE RELOAD TLS. Open connections go on until they are idle, so the fault grows slowly',
  };
}

/** The limit of the server for each user, and a limit of the user. */
const userLimits = ['ER_TOO_MANY_USER_CONNECTIONS', 'ER_USER_LIMIT_REACHED'];

/** The reader's own settings are wrong, which says nothing about the workers: these report their own errors. */
const refusedReaders = [...userLimits, 'ER_ACCESS_DENIED_ERROR', 'ER_DBACCESS_DENIED_ERROR', 'ENOTFOUND'];

/** Gateways reject calls that would wait for longer (a fifth of the default deadline): older ones wait for what hangs. */
const lateMs = 2_000;

function hasLateCalls({ queues }: Signals): boolean {
  return queues.some(({ workers, inFlight, oldestMs }) => workers > 0 && inFlight > 0 && oldestMs >= lateMs);
}

function usedUp(signals: Signals): Diagnosis | undefined {
  const { connections } = signals.database ?? {};
  return connections && connections.used >= connections.max ? connectionsUsedUp(connections) : undefined;
}

function connectionsUsedUp(connections: DatabaseReading['connections']): Diagnosis {
  const all = connections ? `all ${connections.max} connections` : 'all connections';
  return {
    bottleneck: 'connections',
    text: `${all} that the database allows are in use, so it refuses more: workers that need one wait`,
    help: `As an administrator, who gets one more connection: end those of other programs (SHOW PROCESSLIST shows users and idle seconds; KILL ID), or allow more at once: SET GLOBAL max_connections = ${2 * (connections?.max ?? 150)}`,
  };
}

function userLimitReached(error: string): Diagnosis {
  return {
    bottleneck: 'connections',
    text: `the database allows the user of the workers no more connections (${error}), and calls wait for them`,
    help: 'As an administrator, raise max_user_connections of that user above the sum of DATABASE_POOL of all workers: ALTER USER … WITH MAX_USER_CONNECTIONS 200 (SHOW CREATE USER shows its limit). It holds instead of that of the server',
  };
}

const away = ['ECONNREFUSED', 'ECONNRESET', 'PROTOCOL_CONNECTION_LOST'];

/** Writes of the database wait for room on its disk, or have ended the server. */
export function databaseDiskFull({ database }: Signals): Diagnosis | undefined {
  if (!database?.isDiskFull) return undefined;
  return {
    bottleneck: 'disk',
    text: `the disk of the database is full: ${away.includes(database.error ?? '') ? 'the server has ended' : 'its writes wait or fail'}`,
    help: 'Make room there: df -h shows the disk; old binary logs may go: PURGE BINARY LOGS BEFORE NOW() - INTERVAL 1 DAY. Then see whether the server runs: systemctl status mariadb',
  };
}

/** A shorter wait for a table, or a younger transaction, is usual between sets of our own. */
const minTableSeconds = 1;
const minTransactionSeconds = 2;

/** Another program, or a transaction that was left open, holds what statements wait for. */
export function heldLock(signals: Signals): Diagnosis | undefined {
  const { database } = signals;
  // Waits begin again when their statements have timed out.
  const minSeconds = stuckQueue(signals) ? 0 : minTableSeconds;
  const waits = database?.waits?.filter((wait) => isHeld(wait, database, minSeconds)) ?? [];
  const [longest] = waits;
  if (!database || !longest) return heldRows(signals);
  const what = longest.kind === 'table' ? 'a table is locked' : 'rows are locked by a transaction';
  const text = `${what}: ${waiting(waits.length, 'statement')} for it, the longest for ${Math.round(longest.seconds)} s (${shortened(longest.statement)})`;
  const blockers = database.blockers ?? [];
  const [first, ...others] = blockers;
  if (!first)
    return { bottleneck: 'lock', text, help: findBlocker(longest.kind, database.seesAll !== false) };
  const isClear = first.isCertain || others.length === 0;
  return {
    bottleneck: 'lock',
    text: `${text}; ${isClear ? `it is held by ${blockerText(first)}` : `it is held by one of ${blockers.map(blockerText).join(', ')}`}`,
    help: isClear
      ? endBlocker(first)
      : `End the connection of the program that may lose its work, then look again: ${blockers.map(({ id }) => `KILL ${id}`).join(', or ')}`,
  };
}

/** Calls wait for rows that workers skipped, since a transaction that has been open for seconds holds rows. */
function heldRows({ database, workers, queues }: Signals): Diagnosis | undefined {
  const [first, ...others] = database?.transactions ?? [];
  const locked = sum(workers.flatMap(({ worker }) => worker.queues.map((queue) => queue.locked)));
  const oldestMs = Math.max(0, ...queues.map((queue) => queue.oldestMs));
  if (!first || locked < 1 || oldestMs < lateMs) return undefined;
  const more = others.length > 0 ? `, or by one of ${others.length} younger ones` : '';
  return {
    bottleneck: 'lock',
    text: `rows are locked by a transaction: ${waiting(Math.round(locked), 'call')} for rows, the oldest for ${Math.round(oldestMs / 1_000)} s; they are held by ${blockerText(first)}${more}`,
    help: endBlocker(first),
  };
}

function endBlocker({ id }: Blocker): string {
  return `If that program may lose what it has not committed, end its connection: KILL ${id}. Otherwise wait, or ask whose it is`;
}

/** Waits for rows are short, since sets try again: the age of the transaction that blocks them counts. */
function isHeld(
  { kind, seconds }: LockWait,
  { blockers = [] }: DatabaseReading,
  minSeconds: number,
): boolean {
  if (kind === 'table') return seconds >= minSeconds;
  return blockers.some((blocker) => blocker.seconds >= minTransactionSeconds);
}

function blockerText({ id, user, host, seconds, statement }: Blocker): string {
  const does = statement === undefined ? 'idle' : `running ${shortened(statement)}`;
  return `connection ${id} of ${user}@${host}, ${does} for ${Math.round(seconds)} s`;
}

const shownCharacters = 60;

function shortened(statement: string): string {
  const text = statement.replaceAll(/\s+/g, ' ').trim();
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}

function findBlocker(kind: 'table' | 'row', seesAll: boolean): string {
  const rights = seesAll
    ? ''
    : ', as an administrator of the database (the user of DATABASE_URL may not see those of others)';
  const where =
    kind === 'table'
      ? 'SHOW FULL PROCESSLIST: the connection that holds the lock waits for nothing, and is idle (Sleep) or runs ALTER, LOCK TABLES or a backup'
      : 'SELECT trx_mysql_thread_id, trx_started, trx_query FROM information_schema.INNODB_TRX ORDER BY trx_started: the oldest one holds the rows';
  return `Find the connection that holds the lock${rights}: ${where}. End it: KILL ID`;
}

/** Deadlocks a second. Single ones are usual, and cost one repetition of a set. */
const manyDeadlocks = 2;

/** Transactions of another program lock the same rows in another order; the server ends one of each two. */
export function deadlocks(signals: Signals): Diagnosis | undefined {
  const { deadlocksPerSecond = 0 } = signals.database ?? {};
  if (deadlocksPerSecond < manyDeadlocks) return undefined;
  return {
    bottleneck: 'deadlocks',
    text: `the database ends ${Math.round(deadlocksPerSecond)} transactions a second because of deadlocks: their sets run again`,
    help: 'Find the other program: SHOW ENGINE INNODB STATUS, section LATEST DETECTED DEADLOCK, names both statements. Let it write in the order of the primary key, or in smaller transactions',
  };
}

/** No statement of a working database takes so long, however busy it is. */
const stuckStatementMs = 1_000;
const stuckMs = 3_000;

/**
 * Statements hang, and nobody asked the database why. A slow database would answer some of them; a full worker would have no
 * time.
 */
export function stuckStatements(signals: Signals): Diagnosis | undefined {
  const queue = stuckQueue(signals);
  if (!queue) return undefined;
  const asked = signals.database ? '' : ', or run this command with DATABASE_URL, which asks the database';
  return {
    bottleneck: 'unclear',
    of: queue.label,
    text: `not clear: ${queue.label} sets have waited for the database for ${Math.round(queue.oldestMs / 1_000)} s: a lock of another program, a full disk, or a database that hangs`,
    help: `Look at SHOW FULL PROCESSLIST: statements in a state with "lock" name a lock (KILL the connection that holds it)${asked}. Then look at the room on its disk: df -h`,
  };
}

/** Queue whose sets run all the time although their workers have time, and answer nothing for seconds. */
function stuckQueue(signals: Signals): QueueSummary | undefined {
  const stuck = signals.queues.filter((queue) => {
    const serving = workersOf(queue, signals.workers);
    if (serving.length === 0 || queue.inFlight === 0 || queue.oldestMs < stuckMs) return false;
    if (busyOfAll(serving) >= nearlyFullShare) return false;
    const { statementMs, statements, locks } = setSharesOf(queue, signals);
    const ofSets = sum(serving.map(({ worker }) => sum(worker.queues.map(({ running }) => running))));
    const isWaiting = statementMs >= stuckStatementMs || statements + locks < minSeenShare;
    return isWaiting && ofSets > 0;
  });
  return maxBy(stuck, ({ oldestMs }) => oldestMs);
}

/** Share of the time in statements and locks below which none has ended: those that run are not counted yet. */
const minSeenShare = 0.1;
