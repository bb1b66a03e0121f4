/** Connections to nodes of a Galera cluster. */
const nodes = new WeakSet<object>();

/**
 * A node of a cluster ends a transaction that one of another node overtakes. If that happens between two statements that were
 * sent together, MariaDB reports no error, and runs the rest of them without a transaction: a set would be written in part, and
 * acknowledged. If a statement was sent alone, the next one gets error 1213. This costs each statement a round trip.
 */
export const clusterNodes = {
  add: (connection: object): void => {
    nodes.add(connection);
  },

  /** The statements that may be sent together. BEGIN may go with the next one, since nothing is locked before that. */
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
