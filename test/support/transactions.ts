import type { Knex } from 'knex';
import type { Call } from '../../shared/wire/call.ts';
import { type Database, openDatabase } from '../../workers/database/database.ts';
import { database, servers } from './servers.ts';

/** Runs the work with a transaction of another connection under way, which is rolled back afterwards at the latest. */
export async function withTransaction<T>(work: (other: Knex.Transaction) => Promise<T>): Promise<T> {
  const other = await database().transaction();
  try {
    return await work(other);
  } finally {
    if (!other.isCompleted()) await other.rollback();
  }
}

/** Runs the work with a pool of its own; with one connection its session can be spoken of. */
export async function withPool<T>(connections: number, work: (pool: Database) => Promise<T>): Promise<T> {
  const pool = openDatabase(servers().mariadb.url, connections);
  try {
    return await work(pool);
  } finally {
    await pool.destroy();
  }
}

/** Counts the articles of an account, with those whose transaction has not ended yet. */
export async function countUncommitted(account: number): Promise<number> {
  return database().transaction(
    async (transaction) => {
      const [row] = await transaction('articles').where({ account_id: account }).count('* as articles');
      return Number(row?.articles);
    },
    { isolationLevel: 'read uncommitted' },
  );
}

/** The row that makes a call known. Until it is committed, whoever wants to write it too waits at its end. */
export function inboxRow({ account, id }: Call): Readonly<Record<string, unknown>> {
  return { account_id: account, call_id: id, reply: '', date_expires: '2124-01-01 00:00:00' };
}
