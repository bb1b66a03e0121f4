import { newId } from '../../shared/contract/values/idents.ts';
import type { Database } from '../../workers/database/database.ts';

export const longAgo = '2024-01-01 00:00:00';
export const farOff = '2124-01-01 00:00:00';

/** Number of no account: the rows belong to no test. */
const account_id = 4_000_000_000;

/** Adds rows to the inbox that all expire at the same time. */
export async function addInboxRows(pool: Database, count: number, date_expires: string): Promise<void> {
  const rows = Array.from({ length: count }, () => ({
    account_id,
    call_id: newId(),
    reply: '\n{}',
    date_expires,
  }));
  await pool.batchInsert('inbox', rows, 1_000);
}

export async function countInboxRows(pool: Database, date_expires: string): Promise<number> {
  const [row] = await pool('inbox').where({ date_expires }).count('* as rows');
  return Number(row?.rows);
}
