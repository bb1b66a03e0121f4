import type { Knex } from 'knex';
import { alterInUse } from './columns.ts';

const versioned = ['customers', 'addresses', 'articles'];

/**
 * Counts the updates of a record, for its version. The columns come last and have a constant default, so both databases add
 * them instantly, whatever the size of the table.
 */
export async function up(database: Knex): Promise<void> {
  for (const name of versioned)
    await alterInUse(database, name, (table) => {
      table.bigInteger('revision').unsigned().notNullable().defaultTo(0);
    });
}

export async function down(database: Knex): Promise<void> {
  for (const name of versioned)
    await alterInUse(database, name, (table) => {
      table.dropColumn('revision');
    });
}
