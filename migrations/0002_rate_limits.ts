import type { Knex } from 'knex';

const limited = ['accounts', 'apps'];

/** NULL means no limit. */
export async function up(database: Knex): Promise<void> {
  for (const name of limited)
    await database.schema.alterTable(name, (table) => {
      table.integer('requests_per_second').unsigned().nullable();
    });
}

export async function down(database: Knex): Promise<void> {
  for (const name of limited)
    await database.schema.alterTable(name, (table) => {
      table.dropColumn('requests_per_second');
    });
}
