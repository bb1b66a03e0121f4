import type { Knex } from 'knex';
import { alterInUse } from './columns.ts';

/**
 * Counts the transactions that validate numbers. The lock of the row separates them on one server, and the write to it on two
 * nodes of a Galera cluster. The column comes last and has a default: it is added instantly, and workers of 0.2.0 need not know
 * it.
 */
export async function up(database: Knex): Promise<void> {
  await alterInUse(database, 'number_sequences', (table) => {
    table.bigInteger('validations').unsigned().notNullable().defaultTo(0);
  });
}

export async function down(database: Knex): Promise<void> {
  await alterInUse(database, 'number_sequences', (table) => {
    table.dropColumn('validations');
  });
}
