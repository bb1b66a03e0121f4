import type { Knex } from 'knex';
import { alterInUse } from './columns.ts';

/**
 * How far a customer with many addresses is removed that had to have a version: that version, and the one that it has since the last
 * step. The column comes last and is nullable: it is added instantly, and workers of 0.2.0 need not know it.
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
