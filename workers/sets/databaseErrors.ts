/** Temporary errors: locks, lost or missing connections, a full disk, a server that restarts. */
const passingCodes = new Set([
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CHECKREAD', // MariaDB: the record has changed since the last read
  'ER_TABLE_DEF_CHANGED', // a migration runs at the same time
  'ER_CON_COUNT_ERROR',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_USER_LIMIT_REACHED',
  'ER_CANT_CREATE_THREAD',
  'ER_SERVER_SHUTDOWN',
  'ER_NORMAL_SHUTDOWN',
  'ER_QUERY_INTERRUPTED',
  'ER_OPTION_PREVENTS_STATEMENT', // read-only during a fail-over
  'ER_READ_ONLY_MODE', // read-only
  'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
  'ER_SERVER_OFFLINE_MODE', // MySQL: a member that was expelled from its group
  'ER_SERVER_ISNT_AVAILABLE',
  'ER_SESSION_WAS_KILLED',
  'ER_CLIENT_INTERACTION_TIMEOUT', // MySQL: longer than wait_timeout
  'ER_QUERY_TIMEOUT', // MySQL: longer than max_execution_time
  'PROTOCOL_SEQUENCE_TIMEOUT', // mysql2: no answer in time
  'ER_RECORD_FILE_FULL', // no room on the disk: for this row, in a file, for a write
  'ER_DISK_FULL',
  'ER_ERROR_ON_WRITE',
  'ER_TOO_MANY_CONCURRENT_TRXS',
  'ER_UNKNOWN_COM_ERROR', // Galera: a node without a majority, or that is not ready yet
  'NOT_CAUGHT_UP', // Galera: a new connection to a node that lacks what others have committed
  'ER_LOCK_ABORTED',
  'ER_ERROR_DURING_COMMIT', // Galera: the other nodes did not accept it
  'ER_ERROR_DURING_ROLLBACK',
  'ER_TRANSACTION_ROLLBACK_DURING_COMMIT', // Group Replication: a conflict, or no majority
  'ER_RUN_HOOK_ERROR', // Group Replication: COMMIT could not be sent to the others
  'ER_GRP_TRX_CONSISTENCY_BEFORE', // Group Replication: the wait for the other members failed
  'ER_GRP_TRX_CONSISTENCY_AFTER_ON_TRX_BEGIN',
  'ER_GR_HOLD_WAIT_TIMEOUT', // Group Replication: a new primary has not caught up yet
  'ER_GR_HOLD_KILLED',
  'PROTOCOL_CONNECTION_LOST',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
]);

/** MariaDB: longer than max_statement_time. */
const statementTimeout = 1969;

/** Temporary errors that the driver has no names for: of MariaDB, and of proxies. */
const passingNumbers = new Set([
  1927, // MariaDB: the connection was killed
  statementTimeout,
  2002, // no connection could be made
  2003,
  2006, // the connection was lost
  2013,
  9001, // ProxySQL: no server of the group accepted it in time
]);

interface DatabaseError {
  readonly name?: string;
  readonly code?: string;
  readonly errno?: number;
  /** True if the connection is gone. */
  readonly fatal?: boolean;
}

/** Duplicates that remain after so many attempts do not come from a race. */
const maxDuplicates = 5;

/** Runs a set again after an error: as a whole, in halves, or in parts that wait as for a lock. */
type Recovery = 'retry' | 'halve' | 'waitInParts';

interface Failed {
  readonly calls: number;
  readonly tries: number;
  /** True if all its calls are of one account, and run apart from others. */
  readonly isApart: boolean;
}

/** Chooses the recovery of a set. A single call can't be halved, and fails. */
export function recoveryFrom(error: unknown, { calls, tries, isApart }: Failed): Recovery {
  // A set that breaks its connection again may be more than the server takes at once.
  if (isBrokenConnection(error) && tries > 1 && calls > 1) return 'halve';
  // Only the call itself can be the reason.
  if (isApart && calls === 1 && tries > 1 && isEndedByServer(error)) return 'halve';
  if (mayBeOneCall(error, tries)) return 'waitInParts';
  if (isPassing(error) || (isDuplicate(error) && tries <= maxDuplicates)) return 'retry';
  return 'halve';
}

/** True if the same transaction may succeed when it is tried again. */
export function isPassing(error: unknown): boolean {
  const { name, code = '', errno = 0, fatal } = error as DatabaseError;
  return passingCodes.has(code) || passingNumbers.has(errno) || fatal === true || name === 'KnexTimeoutError';
}

/** Errors that one call can cause for its whole set: it waits for a lock, or takes too long. */
const slowCodes = new Set(['ER_LOCK_DEADLOCK', 'ER_CHECKREAD', 'PROTOCOL_SEQUENCE_TIMEOUT']);

function isEndedByServer(error: unknown): boolean {
  const { code, errno } = error as DatabaseError;
  return code === 'ER_QUERY_TIMEOUT' || errno === statementTimeout;
}

/** True if one call may be the cause after so many tries, so that the set should be divided. */
export function mayBeOneCall(error: unknown, tries: number): boolean {
  const { code = '' } = error as DatabaseError;
  const isSlow = slowCodes.has(code) || isEndedByServer(error);
  // Except for a lock time-out, the whole database may have been slow for a moment.
  return code === 'ER_LOCK_WAIT_TIMEOUT' || (tries > 1 && isSlow);
}

const brokenConnectionCodes = new Set(['', 'PROTOCOL_CONNECTION_LOST', 'ECONNRESET', 'EPIPE']);

/** True if the connection broke during a statement: the server stopped, or refused its size (max_allowed_packet). */
export function isBrokenConnection(error: unknown): boolean {
  const { code = '', fatal } = error as DatabaseError;
  return fatal === true && brokenConnectionCodes.has(code);
}

/** Another delivery or worker was faster; the next try sees the row that it wrote. */
function isDuplicate(error: unknown): boolean {
  return (error as DatabaseError).code === 'ER_DUP_ENTRY';
}
