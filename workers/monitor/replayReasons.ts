/** Groups error codes into reasons, since the codes are too many for a label. */
const codes = {
  deadlock: ['ER_LOCK_DEADLOCK', 'ER_CHECKREAD'],
  lock_timeout: ['ER_LOCK_WAIT_TIMEOUT'],
  duplicate: ['ER_DUP_ENTRY'],
  slow: ['ER_QUERY_TIMEOUT', 'ER_STATEMENT_TIMEOUT', 'PROTOCOL_SEQUENCE_TIMEOUT'],
  pool: ['KnexTimeoutError', 'TimeoutError'],
  disk: ['ER_RECORD_FILE_FULL', 'ER_DISK_FULL', 'ER_ERROR_ON_WRITE'],
  read_only: [
    'ER_OPTION_PREVENTS_STATEMENT',
    'ER_READ_ONLY_MODE',
    'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
  ],
  cluster: ['ER_UNKNOWN_COM_ERROR', 'NOT_CAUGHT_UP', 'ER_ERROR_DURING_COMMIT', 'ER_LOCK_ABORTED'],
  connection: [
    'PROTOCOL_CONNECTION_LOST',
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'ER_CON_COUNT_ERROR',
    'ER_TOO_MANY_USER_CONNECTIONS',
    'ER_SERVER_SHUTDOWN',
    'ER_NORMAL_SHUTDOWN',
    'ER_QUERY_INTERRUPTED',
    'ER_CONNECTION_KILLED',
    'ER_CLIENT_INTERACTION_TIMEOUT',
  ],
} as const;

const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries(codes).flatMap(([reason, its]) => its.map((code) => [code, reason] as const)),
);

export const replayReasons: readonly string[] = [...Object.keys(codes), 'other'];

export function replayReason(code: string): string {
  return reasons.get(code) ?? 'other';
}
