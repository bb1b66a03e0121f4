import type { Knex } from 'knex';
import { alterInUse } from './columns.ts';

/**
 * Adds the currency of an account's prices, a code of ISO 4217. The column comes last and has a default: both databases add it
 * instantly, and versions that do not know it create accounts in EUR.
 */
export async function up(database: Knex): Promise<void> {
  await alterInUse(database, 'accounts', (table) => {
    table
      .specificType('currency', 'char(3) character set ascii collate ascii_bin')
      .notNullable()
      .defaultTo('EUR');
  });
}

export async function down(database: Knex): Promise<void> {
  await alterInUse(database, 'accounts', (table) => {
    table.dropColumn('currency');
  });
}
