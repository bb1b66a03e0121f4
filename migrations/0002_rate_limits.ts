import type { Knex } from 'knex';

const limited = ['accounts', 'apps'];

/** Requests per second that an account or an app may send; NULL means no limit. */
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
