import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { accountOf, createTable, text } from './columns.ts';

/**
 * Stores the changes of each account, as `changes.list` answers them. A row has all changes of one transaction, so a set of
 * creates costs one row. `position` is that of its last change. Positions are counted per account, without gaps. There are no
 * foreign keys, so that the row of the positions is the last lock of a transaction.
 */
export async function up(database: Knex): Promise<void> {
  await createTable(database, 'changes', (table) => {
    accountOf(table);
    table.bigInteger('position').unsigned().notNullable();
    table.integer('size').unsigned().notNullable();
    table.text('entries', 'mediumtext').notNullable();
    table.dateTime('date_created').notNullable();
    table.primary(['account_id', 'position']);
  });
  await createTable(database, 'change_positions', (table) => {
    accountOf(table).primary();
    table.bigInteger('last_position').unsigned().notNullable().defaultTo(0);
    table.bigInteger('purged_position').unsigned().notNullable().defaultTo(0);
  });
  await createTable(database, 'change_feed', (table) => {
    table.tinyint('id').primary();
    // Cursors of another epoch have expired.
    text(table, 'epoch', 26);
    text(table, 'cursor_key', 64);
  });
  // Readers increment a row here. The COMMIT makes durable what they have read (workers/stores/changeFeed.ts).
  await createTable(database, 'change_reads', (table) => {
    table.tinyint('slot').unsigned().primary();
    table.bigInteger('reads').unsigned().notNullable();
  });
  await database('change_feed').insert({
    id: 1,
    epoch: randomBytes(13).toString('hex'),
    cursor_key: randomBytes(32).toString('base64url'),
  });
}

export async function down(database: Knex): Promise<void> {
  for (const table of ['change_reads', 'change_feed', 'change_positions', 'changes'])
    await database.schema.dropTableIfExists(table);
}
