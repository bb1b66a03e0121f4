import { maxJobWaitMs } from '../../gateway/calls/jobBatcher.ts';
import { database } from './servers.ts';

/** True if another connection is at such a statement, which takes long only if it waits for a lock. */
export async function isStatementRunning(statement: string): Promise<boolean> {
  const [rows] = await database().raw(
    'select id from information_schema.processlist where info like ? and id <> connection_id()',
    [statement],
  );
  return rows.length > 0;
}

/** A promise, and whether it is settled. */
export function watched<T>(promise: Promise<T>): {
  readonly promise: Promise<T>;
  readonly isSettled: () => boolean;
} {
  let settled = false;
  const settle = () => {
    settled = true;
  };
  promise.then(settle, settle);
  return { promise, isSettled: () => settled };
}

/**
 * Watches a time as long as calls wait for the job before theirs (jobBatcher.ts). It is over before the
 * waiting time of calls that are added later: timers of the same length end in their order. A busy machine
 * may take longer for what should be sooner, but not always.
 */
export function watchedMaxWait() {
  return watched(new Promise((resolve) => setTimeout(resolve, maxJobWaitMs)));
}

/** A SELECT that never ends by itself. A MySQL that ends SLEEP reports no error. */
export const endlessSelect = `SELECT COUNT(*) FROM information_schema.COLUMNS AS a, information_schema.COLUMNS AS b,
  information_schema.COLUMNS AS c`;
