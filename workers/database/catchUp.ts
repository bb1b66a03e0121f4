/** A node of a cluster did not say in time that it has all that the cluster has committed. */
class NotCaughtUp extends Error {
  readonly code = 'NOT_CAUGHT_UP';

  constructor(cause: unknown) {
    super('the node of the database cluster has not caught up with the others', { cause });
  }
}

/** Reads once, and not before the node has applied all that the cluster has committed until now. */
const waitingRead = ['SET SESSION wsrep_sync_wait = 1', 'SELECT 1', 'SET SESSION wsrep_sync_wait = DEFAULT'];

/**
 * Waits until a node of a Galera cluster has all that was committed before the connection was made. After a fail-over, the new
 * writer may still have to apply what the former one has acknowledged: a client would not read its own writes. A node that was
 * expelled and has not noticed yet does not answer either. It costs each connection one round trip between the nodes, and
 * calls nothing.
 */
export async function catchUp(query: (sql: string) => Promise<unknown>): Promise<void> {
  try {
    for (const statement of waitingRead) await query(statement);
  } catch (error) {
    // The server calls it a lock time-out, for which the set would be divided.
    throw new NotCaughtUp(error);
  }
}
