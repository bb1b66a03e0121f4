import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { defaultSettings } from '../../../admin/accounts.ts';
import type { Database } from '../../../workers/database/database.ts';
import type { LoadApp } from './apps.ts';
import { filledTables, lastFilledIdent } from './filled.ts';

/** Rows per DELETE statement. */
const batch = 10_000;

const pollMs = 100;
const maxPolls = 100;

/** Deleted rows that the database may still have to purge: so few do not affect a measurement. */
const restOfHistory = 100;

/** Keeps a system from writing the index of queries for the changes of the one before it. */
const indexAllChanges = `UPDATE query_positions JOIN change_positions USING (account_id)
  SET position = last_position, building = ''`;

/** Resets both servers to their state after `fill`, so that all systems start alike. */
export async function clean(
  database: Database,
  redis: Redis,
  apps: readonly LoadApp[],
  rows: number,
): Promise<void> {
  const accounts = apps.map(({ account }) => account);
  for (const [table, ident, prefix] of filledTables)
    await removeBehind(database, table, ident, lastFilledIdent(prefix), accounts);
  for (const table of ['inbox', 'changes', 'record_history']) await database(table).truncate();
  await database('change_positions').update({ purged_position: database.ref('last_position') });
  await database.raw(indexAllChanges);
  const next_number = defaultSettings.number_start + Math.ceil(rows / apps.length);
  await database('number_sequences').update({ next_number });
  await redis.flushall();
  await redis.bgrewriteaof();
  await until(async () => (await historyLength(database)) <= restOfHistory);
  await until(async () => /aof_rewrite_in_progress:0/.test(await redis.info('persistence')));
}

async function removeBehind(
  database: Database,
  table: string,
  ident: string,
  last: string,
  accounts: readonly number[],
): Promise<void> {
  for (const account_id of accounts) {
    const behind = () => database(table).where({ account_id }).where(ident, '>', last).limit(batch).delete();
    while ((await behind()) === batch);
  }
}

async function historyLength(database: Database): Promise<number> {
  const [rows] = await database.raw(`SHOW GLOBAL STATUS LIKE 'Innodb_history_list_length'`);
  return Number(rows[0]?.Value ?? 0);
}

/** Gives up after ten seconds, because few rows are left then. */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let polls = 0; polls < maxPolls && !(await isTrue()); polls += 1) await delay(pollMs);
}
