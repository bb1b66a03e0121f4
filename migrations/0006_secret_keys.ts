import type { Knex } from 'knex';
import { createTable, text } from './columns.ts';

/**
 * What proves a secret key, never the key itself. The primary key lets one key be active and one retire, however many
 * commands meet. The first command that knows the key and may write adds the row of a database that was there before.
 */
export async function up(database: Knex): Promise<void> {
  await createTable(database, 'secret_keys', (table) => {
    text(table, 'state', 16).primary();
    text(table, 'key_id', 16);
    text(table, 'app_id_key', 255);
    table.boolean('marks_secrets').notNullable();
    table.dateTime('date_created').notNullable();
  });
}

export async function down(database: Knex): Promise<void> {
  await database.schema.dropTableIfExists('secret_keys');
}
