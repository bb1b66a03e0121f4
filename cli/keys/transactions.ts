import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../workers/database/database.ts';

/** Another command was faster, or has the lock for longer than a session waits (a second). */
const contended = new Set(['ER_DUP_ENTRY', 'ER_LOCK_WAIT_TIMEOUT', 'ER_LOCK_DEADLOCK', 'ER_CHECKREAD']);

/** Milliseconds. */
const longestMs = 30_000;
const pauseMs = 50;

/** Runs work in a transaction, again while other commands are in its way. */
export async function transactionOn<T>(
  database: Database,
  work: (transaction: Database) => Promise<T>,
): Promise<T> {
  const end = performance.now() + longestMs;
  for (;;) {
    try {
      return await database.transaction(work);
    } catch (error) {
      const { code = '' } = error as { readonly code?: string };
      if (!contended.has(code) || performance.now() > end) throw error;
      await delay(pauseMs);
    }
  }
}
