import type { Knex } from 'knex';

/**
 * Calls with a key are recognized by their values, however they are spaced. The column before, of their bytes, is still
 * written: version 0.1.0, which may run beside this one, knows no other.
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
