import type { Knex } from 'knex';
import { alterInUse } from '../../migrations/columns.ts';

/** A made-up migration of the next release: it adds a column, while calls use the table. */
export const name = '9999_gateway_releases';

export async function up(database: Knex): Promise<void> {
  await alterInUse(database, 'inbox', (table) => {
    table.string('gateway_release', 16).nullable();
  });
}

export async function down(database: Knex): Promise<void> {
  await alterInUse(database, 'inbox', (table) => {
    table.dropColumn('gateway_release');
  });
}
