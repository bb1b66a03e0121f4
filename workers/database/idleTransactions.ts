/** The limits of connections, in seconds. */
const limits = new WeakMap<object, number>();

/**
 * MySQL ends a transaction that a frozen client left open only together with its idle connection, and that would end
 * those that wait in the pool too. So the limit travels with BEGIN, and goes with COMMIT or ROLLBACK.
 */
export const idleTransactions = {
  limit: (connection: object, seconds: number): void => {
    limits.set(connection, seconds);
  },

  /** What to send after BEGIN; nothing on other servers. */
  afterBegin: (connection: object): string => {
    const seconds = limits.get(connection);
    return seconds === undefined ? '' : `;\nSET SESSION wait_timeout = ${seconds}`;
  },

  /** What to send after COMMIT or ROLLBACK; the server's own limit is for everything else. */
  afterEnd: (connection: object): string =>
    limits.has(connection) ? ';\nSET SESSION wait_timeout = DEFAULT' : '',
};
