import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { accountOf, createTable, limitOf, revisionOf, searched, sourceOf, text, timesOf } from './columns.ts';

/** Tables of records have `account_id` first in their keys: no statement spans accounts, and a sharded database can split by it. */
export async function up(database: Knex): Promise<void> {
  await createAccounts(database);
  await createSecretKeys(database);
  await createCustomers(database);
  await createAddresses(database);
  await createArticles(database);
  await createOrders(database);
  await createValidation(database);
  await createLists(database);
  await createInbox(database);
  await createChanges(database);
}

export async function down(database: Knex): Promise<void> {
  const tables = [
    'change_reads',
    'change_feed',
    'change_positions',
    'changes',
    'inbox',
    'cursor_keys',
    'value_claims',
    'number_sequences',
    'article_sales',
    'order_items',
    'orders',
    'articles',
    'addresses',
    'customers',
    'secret_keys',
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
    limitOf(table);
    table.dateTime('date_disabled').nullable();
    // A code of ISO 4217.
    table
      .specificType('currency', 'char(3) character set ascii collate ascii_bin')
      .notNullable()
      .defaultTo('EUR');
  });
  await createTable(database, 'apps', (table) => {
    text(table, 'app_id', 64).primary();
    accountOf(table).index();
    table.text('secret').notNullable();
    table.text('former_secret').nullable();
    table.dateTime('date_created').notNullable();
    table.dateTime('date_revoked').nullable();
    limitOf(table);
    table.string('signature', 16).notNullable().defaultTo('v1');
    table.dateTime('date_disabled').nullable();
    table.foreign('account_id').references('accounts.id');
  });
}

/**
 * Stores the proof of a secret key, never the key itself. The primary key allows one active and one retiring key, even if
 * several commands run at once. The first command that knows the key and may write inserts the first row.
 */
async function createSecretKeys(database: Knex): Promise<void> {
  await createTable(database, 'secret_keys', (table) => {
    text(table, 'state', 16).primary();
    text(table, 'key_id', 16);
    text(table, 'app_id_key', 255);
    table.dateTime('date_created').notNullable();
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
    revisionOf(table);
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
    revisionOf(table);
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
  await createTable(database, 'article_sales', (table) => {
    accountOf(table);
    text(table, 'article_ident', 64);
    table.decimal('quantity', 33, 4).notNullable();
    table.primary(['account_id', 'article_ident']);
  });
}

/**
 * `validations` counts the transactions that validate numbers. The lock of the row separates them on one server, and the write
 * to it on two nodes of a Galera cluster. Claims let validating updates of other fields wait for each other instead of for the
 * account's number sequence. A transaction deletes its own claims.
 */
async function createValidation(database: Knex): Promise<void> {
  await createTable(database, 'number_sequences', (table) => {
    accountOf(table);
    text(table, 'resource', 16);
    table.bigInteger('next_number').unsigned().notNullable();
    table.bigInteger('validations').unsigned().notNullable().defaultTo(0);
    table.primary(['account_id', 'resource']);
    table.foreign('account_id').references('accounts.id');
  });
  await createTable(database, 'value_claims', (table) => {
    accountOf(table);
    text(table, 'field', 64);
    text(table, 'value_hash', 43);
    table.primary(['account_id', 'field', 'value_hash']);
  });
}

/** Stores the key that signs the cursors of lists. */
async function createLists(database: Knex): Promise<void> {
  await createTable(database, 'cursor_keys', (table) => {
    table.integer('id').primary();
    text(table, 'cursor_key', 64);
  });
  await database('cursor_keys').insert({ id: 1, cursor_key: randomBytes(32).toString('base64') });
}

/**
 * `request_id` tells which request first got a stored answer, to tell a repeat from a second delivery of the same request. It is
 * NULL in rows of calls without a key.
 */
async function createInbox(database: Knex): Promise<void> {
  await createTable(database, 'inbox', (table) => {
    accountOf(table);
    text(table, 'call_id', 32);
    table.string('fingerprint', 32).nullable();
    table.text('reply', 'mediumtext').notNullable();
    table.dateTime('date_expires').notNullable().index('inbox_expiry');
    table.string('request_id', 32).nullable();
    table.primary(['account_id', 'call_id']);
  });
}

/**
 * Stores the changes of each account, as `changes.list` answers them. A row has all changes of one transaction, so a set of
 * creates costs one row. `position` is that of its last change. Positions are counted per account, without gaps. There are no
 * foreign keys, so that the row of the positions is the last lock of a transaction.
 */
async function createChanges(database: Knex): Promise<void> {
  await createTable(database, 'changes', (table) => {
    accountOf(table);
    table.bigInteger('position').unsigned().notNullable();
    table.integer('size').unsigned().notNullable();
    table.text('entries', 'mediumtext').notNullable();
    table.dateTime('date_created').notNullable();
    table.primary(['account_id', 'position']);
  });
  await createTable(database, 'change_positions', (table) => {
    accountOf(table).primary();
    table.bigInteger('last_position').unsigned().notNullable().defaultTo(0);
    table.bigInteger('purged_position').unsigned().notNullable().defaultTo(0);
  });
  await createTable(database, 'change_feed', (table) => {
    table.tinyint('id').primary();
    // Cursors of another epoch have expired.
    text(table, 'epoch', 26);
    text(table, 'cursor_key', 64);
  });
  // Readers increment a row here. The COMMIT makes durable what they have read (workers/stores/changeFeed.ts).
  await createTable(database, 'change_reads', (table) => {
    table.tinyint('slot').unsigned().primary();
    table.bigInteger('reads').unsigned().notNullable();
  });
  await database('change_feed').insert({
    id: 1,
    epoch: randomBytes(13).toString('hex'),
    cursor_key: randomBytes(32).toString('base64url'),
  });
}
