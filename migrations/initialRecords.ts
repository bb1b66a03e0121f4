import type { Knex } from 'knex';
import {
  accountOf,
  createTable,
  creatorOf,
  revisionOf,
  searched,
  sourceOf,
  text,
  timesOf,
} from './columns.ts';

export async function createCustomers(database: Knex): Promise<void> {
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
    revisionOf(table);
    creatorOf(table);
    searched(table, 'search_company', 'bill_company');
    searched(table, 'search_lastname', 'bill_lastname');
    searched(table, 'search_email', 'bill_email');
    // The progress of a removal that has many addresses and requires a version: that version, and the one after the last step.
    table.string('removal', 255).nullable();
    table.primary(['account_id', 'customer_ident']);
    table.unique(['account_id', 'external_ident', 'customer_type', 'external_account_name'], {
      indexName: 'customers_external',
    });
    table.index(['account_id', 'customer_nr'], 'customers_number');
    table.index(['account_id', 'bill_email'], 'customers_email');
    table.index(['account_id', 'bill_zipcode'], 'customers_zipcode');
    table.index(['account_id', 'date_updated'], 'customers_updated');
    table.index(['account_id', 'search_company'], 'customers_search_company');
    table.index(['account_id', 'search_lastname'], 'customers_search_lastname');
    table.index(['account_id', 'search_email'], 'customers_search_email');
    table.foreign('account_id').references('accounts.id');
  });
}

export async function createAddresses(database: Knex): Promise<void> {
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
    revisionOf(table);
    searched(table, 'search_company', 'delivery_company');
    searched(table, 'search_lastname', 'delivery_lastname');
    table.primary(['account_id', 'address_ident']);
    // The foreign key also prevents the removal of the customer while an address is inserted, so that no address is left
    // without its customer. It uses this index.
    table.index(['account_id', 'customer_ident'], 'addresses_customer');
    table.index(['account_id', 'delivery_zipcode'], 'addresses_zipcode');
    table.index(['account_id', 'date_updated'], 'addresses_updated');
    table.index(['account_id', 'search_company'], 'addresses_search_company');
    table.index(['account_id', 'search_lastname'], 'addresses_search_lastname');
    table
      .foreign(['account_id', 'customer_ident'], 'addresses_customer')
      .references(['account_id', 'customer_ident'])
      .inTable('customers')
      .onDelete('CASCADE');
  });
}

export async function createArticles(database: Knex): Promise<void> {
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
    revisionOf(table);
    creatorOf(table);
    searched(table, 'search_title', 'article_title');
    table.primary(['account_id', 'article_ident']);
    table.unique(['account_id', 'external_ident', 'article_type', 'external_account_name'], {
      indexName: 'articles_external',
    });
    table.index(['account_id', 'article_nr'], 'articles_number');
    table.index(['account_id', 'article_sku'], 'articles_sku');
    table.index(['account_id', 'article_ean'], 'articles_ean');
    table.index(['account_id', 'date_updated'], 'articles_updated');
    table.index(['account_id', 'search_title'], 'articles_search_title');
    table.foreign('account_id').references('accounts.id');
  });
}

/** `article_sales` has the quantity sold of each article. Transactions that create orders keep it. */
export async function createOrders(database: Knex): Promise<void> {
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
  await createTable(database, 'article_sales', (table) => {
    accountOf(table);
    text(table, 'article_ident', 64);
    table.decimal('quantity', 33, 4).notNullable();
    table.primary(['account_id', 'article_ident']);
  });
}
