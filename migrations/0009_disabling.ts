import type { Knex } from 'knex';
import { alterInUse } from './columns.ts';

const disabled = ['accounts', 'apps'];

/**
 * NULL means enabled. The columns come last and are nullable, so both databases add them instantly. Workers of version 0.2.0
 * ignore them.
 */
export async function up(database: Knex): Promise<void> {
  for (const name of disabled)
    await alterInUse(database, name, (table) => {
      table.dateTime('date_disabled').nullable();
    });
}

export async function down(database: Knex): Promise<void> {
  for (const name of disabled)
    await alterInUse(database, name, (table) => {
      table.dropColumn('date_disabled');
    });
}
