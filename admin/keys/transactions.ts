import { setTimeout as delay } from 'node:timers/promises';
import { kindOf } from '../../shared/runtime/databaseErrors.ts';
import type { Database } from '../../workers/database/database.ts';

/** Errors when another command inserted the row first, or holds the lock for longer than a session waits (one second). */
const contended: readonly string[] = ['duplicate', 'lock_timeout', 'deadlock'];

const maxWaitMs = 30_000;
const backoffMs = 50;

/** Retries the transaction for up to 30 seconds while other commands hold its rows. */
export async function transactionOn<T>(
  database: Database,
  work: (transaction: Database) => Promise<T>,
): Promise<T> {
  const end = performance.now() + maxWaitMs;
  for (;;) {
    try {
      return await database.transaction(work);
    } catch (error) {
      if (!contended.includes(kindOf(error).reason) || performance.now() > end) throw error;
      await delay(backoffMs);
    }
  }
}
