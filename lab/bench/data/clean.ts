import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { defaultSettings } from '../../../admin/accounts.ts';
import type { Database } from '../../../workers/database/database.ts';
import type { LoadApp } from './apps.ts';
import { lastFilledIdent } from './filled.ts';

/** Rows per DELETE statement. */
const batch = 10_000;

const pollMs = 100;
const maxPolls = 100;

/** Deleted rows that the database may still have to purge: so few do not affect a measurement. */
const restOfHistory = 100;

const created = [
  ['articles', 'article_ident', 'art'],
  ['addresses', 'address_ident', 'adr'],
  ['customers', 'customer_ident', 'cus'],
] as const;

/** Resets both servers to their state after `fill`, so that all systems start alike. */
export async function clean(
  database: Database,
  redis: Redis,
  apps: readonly LoadApp[],
  rows: number,
): Promise<void> {
  const accounts = apps.map(({ account }) => account);
  for (const [table, ident, prefix] of created)
    await removeBehind(database, table, ident, lastFilledIdent(prefix), accounts);
  await database('inbox').truncate();
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
