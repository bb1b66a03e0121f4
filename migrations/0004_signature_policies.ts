import type { Knex } from 'knex';

/**
 * The signature that the requests of an app need. Existing apps go on as before: what they may send in the header of the new
 * signature stays ignored, until an operator decides otherwise.
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
