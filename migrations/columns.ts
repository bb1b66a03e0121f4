import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import { backoffMs } from '../shared/process/backoff.ts';

/** Uses utf8mb4_bin: in other collations, e equals é and "abc" equals "ABC". */
export function createTable(
  database: Knex,
  name: string,
  define: (table: Knex.CreateTableBuilder) => void,
): Promise<void> {
  return database.schema.createTable(name, (table) => {
    table.engine('InnoDB');
    table.charset('utf8mb4');
    table.collate('utf8mb4_bin');
    define(table);
  });
}

export function text(table: Knex.CreateTableBuilder, name: string, length: number): Knex.ColumnBuilder {
  return table.string(name, length).notNullable().defaultTo('');
}

export function accountOf(table: Knex.CreateTableBuilder): Knex.ColumnBuilder {
  return table.integer('account_id').unsigned().notNullable();
}

export function sourceOf(table: Knex.CreateTableBuilder, type: string): void {
  text(table, type, 128);
  table.string('external_ident', 128).nullable();
  text(table, 'external_account_name', 128);
}

export function timesOf(table: Knex.CreateTableBuilder): void {
  const epoch = '1970-01-01 00:00:00';
  table.dateTime('date_created').notNullable().defaultTo(epoch);
  table.dateTime('date_updated').notNullable().defaultTo(epoch);
}

/** After these errors, a statement has had no effect: a call held the lock that it needs. */
const lockErrors: readonly unknown[] = ['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT'];

const maxAttempts = 20;
const backoff = { firstMs: 100, maxMs: 2_000 };

export function alterInUse(
  database: Knex,
  name: string,
  define: (table: Knex.AlterTableBuilder) => void,
): Promise<void> {
  return whileInUse(async () => database.schema.alterTable(name, define));
}

/**
 * Runs a statement that changes a table while calls use it. If other tables refer to the table, a call and this change may wait
 * for each other, and the database ends one of them. The change then has had no effect and is tried again.
 */
export async function whileInUse(change: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      await change();
      return;
    } catch (error) {
      if (attempt === maxAttempts || !lockErrors.includes((error as { code?: unknown }).code)) throw error;
      await delay(backoffMs(attempt, backoff));
    }
}
