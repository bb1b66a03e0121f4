import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { accountOf, createTable, text } from './columns.ts';

/**
 * The changes of each account, as `changes.list` answers them. A row has the changes that one transaction made, so that a set of
 * creates costs a row and not one for each create; `position` is that of the last of them. Positions are counted in each
 * account, without gaps. No foreign keys: the row of the positions is the last lock that a transaction takes.
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
  // Readers count up a row here: their COMMIT makes durable what they have read (workers/stores/changeFeed.ts).
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
