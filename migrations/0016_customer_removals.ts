import type { Knex } from 'knex';
import { alterInUse } from './columns.ts';

/**
 * Stores the progress of a customer's removal that has many addresses and requires a version: that version, and the version
 * after the last step. The column comes last and is nullable: it is added instantly, and workers of 0.2.0 need not know it.
 */
export async function up(database: Knex): Promise<void> {
  await alterInUse(database, 'customers', (table) => {
    table.string('removal', 255).nullable();
  });
}

export async function down(database: Knex): Promise<void> {
  await alterInUse(database, 'customers', (table) => {
    table.dropColumn('removal');
  });
}
