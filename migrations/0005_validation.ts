import type { Knex } from 'knex';
import { accountOf, createTable, text } from './columns.ts';

/**
 * Claims let validating updates wait for each other instead of for the account's number sequence. A transaction deletes its own
 * claims. `bill_email` gets an index since it is the field without one that is validated most.
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
