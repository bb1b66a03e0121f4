/** Seconds, by connection. */
const limits = new WeakMap<object, number>();

/**
 * Sets a time limit for idle transactions on MySQL. If a client freezes, MySQL ends its open transaction only by closing the
 * idle connection, and such a limit would also close idle connections of the pool. So BEGIN sets the limit, and COMMIT or
 * ROLLBACK resets it.
 */
export const idleTransactions = {
  limit: (connection: object, seconds: number): void => {
    limits.set(connection, seconds);
  },

  /** Returns SQL to send after BEGIN, or nothing for other servers. */
  afterBegin: (connection: object): string => {
    const seconds = limits.get(connection);
    return seconds === undefined ? '' : `;\nSET SESSION wait_timeout = ${seconds}`;
  },

  /** Returns SQL to send after COMMIT or ROLLBACK, or nothing for other servers. */
  afterEnd: (connection: object): string =>
    limits.has(connection) ? ';\nSET SESSION wait_timeout = DEFAULT' : '',
};
