/** Errors after which the same transaction may well succeed: locks, lost or missing connections, a full disk, a server that restarts. */
const passingCodes = new Set([
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CHECKREAD', // MariaDB: the record has changed since the last read
  'ER_CON_COUNT_ERROR',
  'ER_SERVER_SHUTDOWN',
  'ER_NORMAL_SHUTDOWN',
  'ER_QUERY_INTERRUPTED',
  'ER_OPTION_PREVENTS_STATEMENT', // read-only for the moment of a fail-over
  'ER_CONNECTION_KILLED',
  'ER_STATEMENT_TIMEOUT', // MariaDB: longer than max_statement_time
  'ER_QUERY_TIMEOUT', // MySQL: longer than max_execution_time
  'PROTOCOL_SEQUENCE_TIMEOUT', // mysql2: no answer in time
  'ER_RECORD_FILE_FULL', // no room on the disk: for this row, in a file, for a write
  'ER_DISK_FULL',
  'ER_ERROR_ON_WRITE',
  'PROTOCOL_CONNECTION_LOST',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
]);

interface DatabaseError {
  readonly name?: string;
  readonly code?: string;
  /** The connection is gone. */
  readonly fatal?: boolean;
}

/** Whether the whole transaction should be tried again. */
export function isPassing(error: unknown): boolean {
  const { name, code = '', fatal } = error as DatabaseError;
  return passingCodes.has(code) || fatal === true || name === 'KnexTimeoutError';
}

/** Errors that one call may bring over its whole set: it waits for a lock, or takes too long. */
const slowCodes = new Set([
  'ER_LOCK_DEADLOCK',
  'ER_CHECKREAD',
  'ER_STATEMENT_TIMEOUT',
  'ER_QUERY_TIMEOUT',
  'PROTOCOL_SEQUENCE_TIMEOUT',
]);

/** Whether the calls of a set should be tried apart from each other, after so many tries. */
export function mayBeOneCall(error: unknown, tries: number): boolean {
  const { code = '' } = error as DatabaseError;
  // All others may come of a moment in which the whole database was slow.
  return code === 'ER_LOCK_WAIT_TIMEOUT' || (tries > 1 && slowCodes.has(code));
}

const brokenConnectionCodes = new Set(['', 'PROTOCOL_CONNECTION_LOST', 'ECONNRESET', 'EPIPE']);

/** Whether a connection broke in mid-work: the server went, or would not take what it was sent (max_allowed_packet). */
export function isBrokenConnection(error: unknown): boolean {
  const { code = '', fatal } = error as DatabaseError;
  return fatal === true && brokenConnectionCodes.has(code);
}

/** A row exists already: another delivery or another worker was faster, and the next try will see what it wrote. */
export function isDuplicate(error: unknown): boolean {
  return (error as DatabaseError).code === 'ER_DUP_ENTRY';
}
