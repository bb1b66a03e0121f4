import type { Database } from '../database/database.ts';

/**
 * Runs reads on one snapshot of the database: none of them sees what others commit meanwhile. It costs one round trip, for
 * COMMIT; the isolation level and BEGIN are sent with the first read. An open transaction is used as it is.
 */
export function inSnapshot<T>(database: Database, work: (snapshot: Database) => Promise<T>): Promise<T> {
  return database.isTransaction
    ? work(database)
    : database.transaction(work, { isolationLevel: 'repeatable read' });
}
