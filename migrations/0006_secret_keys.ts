import type { Knex } from 'knex';
import { createTable, text } from './columns.ts';

/**
 * Stores the proof of a secret key, never the key itself. The primary key allows one active and one retiring key, even if
 * several commands run at once. An existing database gets its row from the first command that knows the key and may write.
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
