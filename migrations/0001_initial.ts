import type { Knex } from 'knex';
import { accountOf, createTable, sourceOf, text, timesOf } from './columns.ts';

/**
 * Tables of records have `account_id` first in their keys: no statement spans accounts, and a sharded database can split by it.
 * Text is compared byte by byte. `external_ident` is NULL if empty, so that its unique index ignores it.
 */
export async function up(database: Knex): Promise<void> {
  await createAccounts(database);
  await createCustomers(database);
  await createAddresses(database);
  await createArticles(database);
  await createOrders(database);
  await createInbox(database);
}

export async function down(database: Knex): Promise<void> {
  const tables = [
    'inbox',
    'order_items',
    'orders',
    'articles',
    'addresses',
    'customers',
    'number_sequences',
    'apps',
    'accounts',
  ];
  for (const table of tables) await database.schema.dropTableIfExists(table);
}

async function createAccounts(database: Knex): Promise<void> {
  await createTable(database, 'accounts', (table) => {
    table.increments('id');
    text(table, 'account_ident', 64).unique();
    text(table, 'name', 255);
    table.integer('term_of_credit').notNullable();
    table.bigInteger('number_start').unsigned().notNullable();
    text(table, 'time_zone', 64);
    table.dateTime('date_created').notNullable();
  });
  await createTable(database, 'apps', (table) => {
    text(table, 'app_id', 64).primary();
    accountOf(table).index();
    table.text('secret').notNullable();
    table.text('former_secret').nullable();
    table.dateTime('date_created').notNullable();
    table.dateTime('date_revoked').nullable();
    table.foreign('account_id').references('accounts.id');
  });
  await createTable(database, 'number_sequences', (table) => {
    accountOf(table);
    text(table, 'resource', 16);
    table.bigInteger('next_number').unsigned().notNullable();
    table.primary(['account_id', 'resource']);
    table.foreign('account_id').references('accounts.id');
  });
}

async function createCustomers(database: Knex): Promise<void> {
  await createTable(database, 'customers', (table) => {
    accountOf(table);
    text(table, 'customer_ident', 64);
    sourceOf(table, 'customer_type');
    text(table, 'external_username', 128);
    text(table, 'customer_nr', 128);
    table.tinyint('is_business_client').notNullable().defaultTo(0);
    table.tinyint('bill_title').notNullable().defaultTo(-1);
    for (const name of ['firstname', 'lastname', 'company', 'street', 'street2', 'city'])
      text(table, `bill_${name}`, 255);
    text(table, 'bill_vat_nr', 64);
    text(table, 'bill_zipcode', 32);
    text(table, 'bill_country', 2);
    text(table, 'bill_phone', 64);
    text(table, 'bill_phone_mobile', 64);
    text(table, 'bill_email', 254);
    text(table, 'account_bank', 64);
    text(table, 'account_bic', 64);
    text(table, 'account_iban', 42);
    text(table, 'account_wallet', 255);
    table.integer('term_of_credit').notNullable().defaultTo(0);
    table.text('user_note').nullable();
    text(table, 'public_authority_id', 46);
    // The address that customer.create made: the customer's delivery_* fields are in its row.
    table.string('delivery_address_ident', 64).nullable();
    timesOf(table);
    table.primary(['account_id', 'customer_ident']);
    table.unique(['account_id', 'external_ident', 'customer_type', 'external_account_name'], {
      indexName: 'customers_external',
    });
    table.index(['account_id', 'customer_nr'], 'customers_number');
    table.foreign('account_id').references('accounts.id');
  });
}

async function createAddresses(database: Knex): Promise<void> {
  await createTable(database, 'addresses', (table) => {
    accountOf(table);
    text(table, 'address_ident', 64);
    text(table, 'customer_ident', 64);
    table.tinyint('delivery_title').notNullable().defaultTo(-1);
    for (const name of ['firstname', 'lastname', 'company', 'street', 'street2', 'city'])
      text(table, `delivery_${name}`, 255);
    text(table, 'delivery_zipcode', 32);
    text(table, 'delivery_country', 2);
    text(table, 'delivery_phone', 64);
    text(table, 'delivery_phone_mobile', 64);
    timesOf(table);
    table.primary(['account_id', 'address_ident']);
    // The key also prevents the removal of the customer while an address is inserted, so that no address is left without its
    // customer.
    table
      .foreign(['account_id', 'customer_ident'], 'addresses_customer')
      .references(['account_id', 'customer_ident'])
      .inTable('customers')
      .onDelete('CASCADE');
  });
}

async function createArticles(database: Knex): Promise<void> {
  await createTable(database, 'articles', (table) => {
    accountOf(table);
    text(table, 'article_ident', 64);
    sourceOf(table, 'article_type');
    text(table, 'article_title', 255);
    text(table, 'article_subtitle', 255);
    table.text('article_description').nullable();
    text(table, 'article_nr', 128);
    text(table, 'article_sku', 128);
    text(table, 'article_ean', 128);
    text(table, 'article_unit', 16);
    table.decimal('article_price', 15, 4).notNullable().defaultTo(0);
    table.decimal('article_tax_rate', 7, 4).notNullable().defaultTo(0);
    table.decimal('article_purchase_price', 15, 4).notNullable().defaultTo(0);
    timesOf(table);
    table.primary(['account_id', 'article_ident']);
    table.unique(['account_id', 'external_ident', 'article_type', 'external_account_name'], {
      indexName: 'articles_external',
    });
    table.index(['account_id', 'article_nr'], 'articles_number');
    table.index(['account_id', 'article_sku'], 'articles_sku');
    table.index(['account_id', 'article_ean'], 'articles_ean');
    table.foreign('account_id').references('accounts.id');
  });
}

async function createOrders(database: Knex): Promise<void> {
  await createTable(database, 'orders', (table) => {
    accountOf(table);
    text(table, 'order_ident', 64);
    text(table, 'customer_ident', 64);
    text(table, 'public_authority_id', 46);
    table.string('invoice_nr', 128).nullable();
    timesOf(table);
    table.primary(['account_id', 'order_ident']);
    table.index(['account_id', 'customer_ident'], 'orders_customer');
    table.index(['account_id', 'invoice_nr'], 'orders_invoice');
    table.foreign('account_id').references('accounts.id');
  });
  await createTable(database, 'order_items', (table) => {
    accountOf(table);
    text(table, 'order_ident', 64);
    table.integer('position').unsigned().notNullable();
    text(table, 'article_ident', 64);
    table.decimal('quantity', 15, 4).notNullable();
    table.primary(['account_id', 'order_ident', 'position']);
    table.index(['account_id', 'article_ident', 'quantity'], 'order_items_article');
    table
      .foreign(['account_id', 'order_ident'], 'order_items_order')
      .references(['account_id', 'order_ident'])
      .inTable('orders')
      .onDelete('CASCADE');
  });
}

async function createInbox(database: Knex): Promise<void> {
  await createTable(database, 'inbox', (table) => {
    accountOf(table);
    text(table, 'call_id', 32);
    table.string('fingerprint', 32).nullable();
    table.text('reply', 'mediumtext').notNullable();
    table.dateTime('date_created').notNullable().index('inbox_age');
    table.primary(['account_id', 'call_id']);
  });
}
