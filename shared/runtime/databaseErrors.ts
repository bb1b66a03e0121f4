/** Groups of errors for metrics, since the codes are too many for a label. */
export const errorReasons = [
  'deadlock',
  'lock_timeout',
  'duplicate',
  'slow',
  'pool',
  'disk',
  'read_only',
  'cluster',
  'connection',
  'other',
] as const;

export type ErrorReason = (typeof errorReasons)[number];

interface ErrorKind {
  readonly reason: ErrorReason;
  /** True if the same transaction may succeed when it is tried again. */
  readonly transient?: true;
  /** Number of such failures after which one call may be the cause for its whole set: it waits for a lock, or takes too long. */
  readonly slowAfter?: number;
  /** True if another transaction holds a lock that the statement needs, or has changed its row. Nothing was done. */
  readonly isConflict?: true;
  /** True if the server ended the statement at its time limit. */
  readonly endedByServer?: true;
  /**
   * True if the connection must not be used again. After a time-out, the answer may still come, and would be read as that of the
   * next statement. After a fail-over, the pool would stay with the former writer, while a new connection finds the new one.
   */
  readonly endsConnection?: true;
  /** True if the user may not run the statement. */
  readonly lacksRight?: true;
  /** True if an open connection broke. */
  readonly breaksConnection?: true;
}

type Effects = Omit<ErrorKind, 'reason' | 'transient'>;

function transient(reason: ErrorKind['reason'], effects: Effects = {}): ErrorKind {
  return { reason, transient: true, ...effects };
}

// The whole database may have been slow for a moment.
const slow = { slowAfter: 2 };
const deadlock = transient('deadlock', { ...slow, isConflict: true });

/** Known errors, by their code; by their number if the driver has no code for it; or by their name. */
const kinds: Readonly<Record<string, ErrorKind>> = {
  ER_DUP_ENTRY: { reason: 'duplicate' },
  ER_LOCK_DEADLOCK: deadlock,
  ER_CHECKREAD: deadlock, // MariaDB: the record has changed since the last read
  ER_LOCK_WAIT_TIMEOUT: transient('lock_timeout', { slowAfter: 1, isConflict: true }),
  PROTOCOL_SEQUENCE_TIMEOUT: transient('slow', { ...slow, endsConnection: true }), // mysql2: no answer in time
  ER_QUERY_TIMEOUT: transient('slow', { ...slow, endedByServer: true }), // MySQL: max_execution_time
  1969: transient('slow', { ...slow, endedByServer: true }), // MariaDB: max_statement_time
  KnexTimeoutError: transient('pool'),
  ER_RECORD_FILE_FULL: transient('disk'), // no room on the disk: for this row, in a file, for a write
  ER_DISK_FULL: transient('disk'),
  ER_ERROR_ON_WRITE: transient('disk'),
  ER_OPTION_PREVENTS_STATEMENT: transient('read_only', { endsConnection: true }), // during a fail-over
  ER_READ_ONLY_MODE: transient('read_only', { endsConnection: true }),
  ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION: transient('read_only', { endsConnection: true }),
  ER_SERVER_OFFLINE_MODE: transient('cluster', { endsConnection: true }), // MySQL: a member that was expelled from its group
  ER_UNKNOWN_COM_ERROR: transient('cluster', { endsConnection: true }), // Galera: without a majority, or not ready yet
  NOT_CAUGHT_UP: transient('cluster'), // Galera: a new connection to a node that lacks what others have committed
  ER_LOCK_ABORTED: transient('cluster'),
  ER_ERROR_DURING_COMMIT: transient('cluster'), // Galera: the other nodes did not accept it
  ER_ERROR_DURING_ROLLBACK: transient('cluster'),
  ER_TRANSACTION_ROLLBACK_DURING_COMMIT: transient('cluster'), // Group Replication: a conflict, or no majority
  ER_RUN_HOOK_ERROR: transient('cluster'), // Group Replication: COMMIT could not be sent to the others
  ER_GRP_TRX_CONSISTENCY_BEFORE: transient('cluster'), // Group Replication: the wait for the other members failed
  ER_GRP_TRX_CONSISTENCY_AFTER_ON_TRX_BEGIN: transient('cluster'),
  ER_GR_HOLD_WAIT_TIMEOUT: transient('cluster'), // Group Replication: a new primary has not caught up yet
  ER_GR_HOLD_KILLED: transient('cluster'),
  9001: transient('cluster'), // ProxySQL: no server of the group accepted it in time
  PROTOCOL_CONNECTION_LOST: transient('connection', { breaksConnection: true }),
  ECONNRESET: transient('connection', { breaksConnection: true }),
  EPIPE: transient('connection', { breaksConnection: true }),
  ECONNREFUSED: transient('connection'),
  ETIMEDOUT: transient('connection'),
  1927: transient('connection'), // MariaDB: the connection was killed
  2002: transient('connection'), // no connection could be made
  2003: transient('connection'),
  2006: transient('connection'), // the connection was lost
  2013: transient('connection'),
  ER_CON_COUNT_ERROR: transient('connection'),
  ER_TOO_MANY_USER_CONNECTIONS: transient('connection'),
  ER_USER_LIMIT_REACHED: transient('connection'),
  ER_CANT_CREATE_THREAD: transient('connection'),
  ER_HOST_IS_BLOCKED: transient('connection'), // after many broken connections, until FLUSH HOSTS
  ER_ACCESS_DENIED_ERROR: transient('connection'), // the password is being changed: here or at the server first
  ER_SERVER_SHUTDOWN: transient('connection'),
  ER_NORMAL_SHUTDOWN: transient('connection'),
  ER_SERVER_ISNT_AVAILABLE: transient('connection'),
  ER_SESSION_WAS_KILLED: transient('connection'),
  ER_QUERY_INTERRUPTED: transient('connection'),
  ER_CLIENT_INTERACTION_TIMEOUT: transient('connection'), // MySQL: longer than wait_timeout
  ER_SPECIFIC_ACCESS_DENIED_ERROR: { reason: 'other', lacksRight: true },
  ER_TABLEACCESS_DENIED_ERROR: { reason: 'other', lacksRight: true },
  ER_COLUMNACCESS_DENIED_ERROR: { reason: 'other', lacksRight: true },
  ER_TABLE_DEF_CHANGED: transient('other'), // a migration runs at the same time
  ER_TOO_MANY_CONCURRENT_TRXS: transient('other'),
};

interface DatabaseError {
  readonly name?: string;
  readonly code?: string;
  readonly errno?: number;
  /** True if the connection is gone. */
  readonly fatal?: boolean;
}

export function errorKindOf(error: unknown): ErrorKind {
  const { name = '', code = '', errno = 0 } = error as DatabaseError;
  return kinds[code] ?? kinds[errno] ?? kinds[name] ?? { reason: 'other' };
}

/** True if the same transaction may succeed when it is tried again. */
export function isTransient(error: unknown): boolean {
  return errorKindOf(error).transient === true || (error as DatabaseError).fatal === true;
}

/** True if the connection broke during a statement: the server stopped, or refused its size (max_allowed_packet). */
export function isBrokenConnection(error: unknown): boolean {
  const { code = '', fatal } = error as DatabaseError;
  return fatal === true && (code === '' || errorKindOf(error).breaksConnection === true);
}
