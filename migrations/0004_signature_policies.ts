import type { Knex } from 'knex';

/**
 * Adds the signature that requests of an app need. Existing apps keep v1: the header of the new signature stays ignored until
 * an operator changes the setting.
 */
export async function up(database: Knex): Promise<void> {
  await database.schema.alterTable('apps', (table) => {
    table.string('signature', 16).notNullable().defaultTo('v1');
  });
}

export async function down(database: Knex): Promise<void> {
  await database.schema.alterTable('apps', (table) => {
    table.dropColumn('signature');
  });
}
