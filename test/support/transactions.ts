import type { Knex } from 'knex';
import { type Database, openDatabase } from '../../workers/database.ts';
import { database, servers } from './servers.ts';

/** Runs the work with a transaction of another connection under way, which is rolled back afterwards at the latest. */
export async function withTransaction(work: (other: Knex.Transaction) => Promise<void>): Promise<void> {
  const other = await database().transaction();
  try {
    await work(other);
  } finally {
    if (!other.isCompleted()) await other.rollback();
  }
}

/** Runs the work with a pool of its own; with one connection its session can be spoken of. */
export async function withPool(connections: number, work: (pool: Database) => Promise<void>): Promise<void> {
  const pool = openDatabase(servers().mariadb.url, connections);
  try {
    await work(pool);
  } finally {
    await pool.destroy();
  }
}

/** How many articles an account has, those counted whose transaction has not ended yet. */
export async function countUncommitted(account: number): Promise<number> {
  return database().transaction(
    async (transaction) => {
      const [row] = await transaction('articles').where({ account_id: account }).count('* as articles');
      return Number(row?.articles);
    },
    { isolationLevel: 'read uncommitted' },
  );
}
