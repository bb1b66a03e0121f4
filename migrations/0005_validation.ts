import type { Knex } from 'knex';
import { accountOf, createTable, text } from './columns.ts';

/**
 * Claims make validating updates wait for each other instead of for the account's number sequence. Their rows never stay.
 * Customers are told apart by e-mail more often than by anything else without an index.
 */
export async function up(database: Knex): Promise<void> {
  await createTable(database, 'value_claims', (table) => {
    accountOf(table);
    text(table, 'field', 64);
    text(table, 'value_hash', 43);
    table.primary(['account_id', 'field', 'value_hash']);
  });
  await database.schema.alterTable('customers', (table) => {
    table.index(['account_id', 'bill_email'], 'customers_email');
  });
}

export async function down(database: Knex): Promise<void> {
  await database.schema.alterTable('customers', (table) => {
    table.dropIndex(['account_id', 'bill_email'], 'customers_email');
  });
  await database.schema.dropTableIfExists('value_claims');
}
