import type { Knex } from 'knex';

/**
 * Recognizes calls with a key by their values, whatever spaces their JSON has. The older column, the fingerprint of the bytes,
 * is still written: version 0.1.0 may run beside this one and knows only that column.
 */
export async function up(database: Knex): Promise<void> {
  await database.schema.alterTable('inbox', (table) => {
    table.string('value_fingerprint', 32).nullable();
  });
}

export async function down(database: Knex): Promise<void> {
  await database.schema.alterTable('inbox', (table) => {
    table.dropColumn('value_fingerprint');
  });
}
