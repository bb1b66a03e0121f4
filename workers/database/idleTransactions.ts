/** The limits of connections, in seconds. */
const limits = new WeakMap<object, number>();

/**
 * MySQL ends a transaction that a frozen client left open only by closing the idle connection; a limit for that would
 * close idle connections of the pool too. So the limit is set with BEGIN, and reset with COMMIT or ROLLBACK.
 */
export const idleTransactions = {
  limit: (connection: object, seconds: number): void => {
    limits.set(connection, seconds);
  },

  /** SQL to send after BEGIN; empty on other servers. */
  afterBegin: (connection: object): string => {
    const seconds = limits.get(connection);
    return seconds === undefined ? '' : `;\nSET SESSION wait_timeout = ${seconds}`;
  },

  /** SQL to send after COMMIT or ROLLBACK, which sets the server's own limit again; empty on other servers. */
  afterEnd: (connection: object): string =>
    limits.has(connection) ? ';\nSET SESSION wait_timeout = DEFAULT' : '',
};
