class NotCaughtUp extends Error {
  readonly code = 'NOT_CAUGHT_UP';

  constructor(cause: unknown) {
    super('the node of the database cluster has not caught up with the others', { cause });
  }
}

/** The read waits until the node has applied all that the cluster has committed before it. */
const waitingRead = ['SET SESSION wsrep_sync_wait = 1', 'SELECT 1', 'SET SESSION wsrep_sync_wait = DEFAULT'];

/**
 * Waits until a node of a Galera cluster has all that was committed before the connection was made. After a fail-over, the new
 * writer may still have to apply writes that the former one has acknowledged, and clients would not read their own writes. A
 * node that was expelled and has not noticed it yet does not answer either. Each new connection takes one round trip between
 * the nodes. Calls take none.
 */
export async function catchUp(query: (sql: string) => Promise<unknown>): Promise<void> {
  try {
    for (const statement of waitingRead) await query(statement);
  } catch (error) {
    // The server reports a lock time-out, for which the set would be divided.
    throw new NotCaughtUp(error);
  }
}
