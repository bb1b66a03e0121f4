import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import { errorKindOf } from '../shared/runtime/databaseErrors.ts';
import { backoffMs } from '../shared/runtime/process/backoff.ts';

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

/** `external_ident` is NULL if empty, so that its unique index ignores it. */
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

/** Counts the updates of a record, for its version. */
export function revisionOf(table: Knex.CreateTableBuilder): void {
  table.bigInteger('revision').unsigned().notNullable().defaultTo(0);
}

/** The operation and the app that created a record, with a blank between them. Empty if its account kept no history. */
export function creatorOf(table: Knex.CreateTableBuilder): void {
  text(table, 'created_by', 96);
}

/** NULL means no limit. */
export function limitOf(table: Knex.CreateTableBuilder): void {
  table.integer('requests_per_second').unsigned().nullable();
}

/** Characters in an index. With more, MySQL could not log the update of a record whose texts all have the maximum length. */
const searchedLength = 64;

/**
 * Adds a column with the beginning of a text in lower case, so that searches ignore case. It is computed on reading, and
 * invisible: `SELECT *` does not return it.
 */
export function searched(table: Knex.CreateTableBuilder, name: string, source: string): void {
  const beginning = `LEFT(LOWER(${source}), ${searchedLength})`;
  table.specificType(name, `VARCHAR(${searchedLength}) GENERATED ALWAYS AS (${beginning}) VIRTUAL INVISIBLE`);
}

const maxAttempts = 20;
const backoff = { firstMs: 100, maxMs: 2_000 };

/**
 * Changes a table while calls use it. If other tables refer to the table, a call and this change may wait for each other, and
 * the database ends one of them. The change then has had no effect and is tried again.
 */
export async function alterInUse(
  database: Knex,
  name: string,
  define: (table: Knex.AlterTableBuilder) => void,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      await database.schema.alterTable(name, define);
      return;
    } catch (error) {
      if (attempt === maxAttempts || !errorKindOf(error).isConflict) throw error;
      await delay(backoffMs(attempt, backoff));
    }
}
