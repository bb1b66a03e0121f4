const nodes = new WeakSet<object>();

/**
 * Sends statements one by one to nodes of a Galera cluster. A node ends a transaction that conflicts with one of another node.
 * If that happens between two statements that were sent together, MariaDB reports no error and runs the rest without a
 * transaction: a set would be written in part, and acknowledged. After a statement that was sent alone, the next one gets error
 * 1213. The price is a round trip for each statement.
 */
export const clusterNodes = {
  add: (connection: object): void => {
    nodes.add(connection);
  },

  /**
   * Groups the statements that may be sent together. BEGIN may go with the next statement, since nothing is locked before that.
   */
  packets: <Statement>(
    connection: object,
    statements: readonly Statement[],
    beginsHere: boolean,
  ): readonly (readonly Statement[])[] => {
    if (!nodes.has(connection)) return [statements];
    const first = beginsHere ? 2 : 1;
    return [statements.slice(0, first), ...statements.slice(first).map((statement) => [statement])];
  },
};
