import type { Database } from '../database/database.ts';

/**
 * Runs reads on one picture of the database: what others commit meanwhile is seen by none of them. It costs a round trip for
 * the set, its COMMIT; the settings and BEGIN travel with the first read. A transaction that is open already is used as it is.
 */
export function inSnapshot<T>(database: Database, work: (snapshot: Database) => Promise<T>): Promise<T> {
  return database.isTransaction
    ? work(database)
    : database.transaction(work, { isolationLevel: 'repeatable read' });
}
