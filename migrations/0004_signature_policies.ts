import type { Knex } from 'knex';

/**
 * What the requests of an app have to be signed with. Apps that are there go on as before: whatever they may send in a
 * header that nobody looked at stays ignored, until an operator decides otherwise.
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
