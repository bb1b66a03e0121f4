import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { accountOf, createTable, limitOf, text } from './columns.ts';
import { createAddresses, createArticles, createCustomers, createOrders } from './initialRecords.ts';
import { createWebhooks } from './initialWebhooks.ts';

/**
 * Tables of records have `account_id` first in their keys: no statement spans accounts, and a sharded database can split by it.
 */
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
  await createHistory(database);
  await createWebhooks(database);
  await createQueryIndex(database);
}

export async function down(database: Knex): Promise<void> {
  const tables = [
    'erasures',
    'record_history',
    'webhook_deliveries',
    'webhooks',
    'query_positions',
    'query_typos',
    'query_words',
    'query_records',
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
    // 0 keeps no history.
    table.smallint('history_days').unsigned().notNullable().defaultTo(90);
    // Its clients may ask for failures.
    table.boolean('is_sandbox').notNullable().defaultTo(false);
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
 * `request_id` names the request that first got a stored answer. It distinguishes a repeat from a second delivery of the same
 * request. It is NULL in rows of calls without a key.
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
  // Readers increment a row here. The COMMIT makes durable what they have read (workers/stores/changeReader.ts).
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

/**
 * Stores who changed what. Rows of a customer or article are together, in the order of its revisions; those of its addresses
 * have the revision of the customer. There are no foreign keys, since history outlives its records.
 */
async function createHistory(database: Knex): Promise<void> {
  await createTable(database, 'record_history', (table) => {
    accountOf(table);
    text(table, 'record_ident', 64);
    table.bigInteger('revision').unsigned().notNullable();
    text(table, 'address_ident', 64);
    text(table, 'app_id', 64);
    text(table, 'operation', 32);
    table.text('changes', 'mediumtext').notNullable();
    table.dateTime('date_created').notNullable();
    table.primary(['account_id', 'record_ident', 'revision', 'address_ident']);
    table.index(['account_id', 'date_created'], 'record_history_date');
  });
  // Idents of erased customers and their addresses whose stored answers are still to be removed.
  await createTable(database, 'erasures', (table) => {
    accountOf(table);
    text(table, 'record_ident', 64);
    table.dateTime('date_created').notNullable();
    table.primary(['account_id', 'record_ident']);
  });
}

/**
 * Stores what queries search: the words of each record, the records of each word, and the words that a typing error may mean
 * (shared/contract/values/queryText.ts). A task of the workers writes it after the transactions of the records. `resource` is a
 * code (workers/stores/queriedTables.ts). `position` is that of the last change whose record is in the index. While
 * `building` is not empty, the records of that resource up to `built_ident` are.
 */
async function createQueryIndex(database: Knex): Promise<void> {
  await createTable(database, 'query_records', (table) => {
    indexedOf(table);
    text(table, 'ident', 64);
    table.text('words').notNullable();
    table.primary(['account_id', 'resource', 'ident']);
  });
  await createTable(database, 'query_words', (table) => {
    indexedOf(table);
    text(table, 'word', 32);
    text(table, 'ident', 64);
    table.primary(['account_id', 'resource', 'word', 'ident']);
  });
  await createTable(database, 'query_typos', (table) => {
    indexedOf(table);
    table.integer('typo').unsigned().notNullable();
    text(table, 'word', 32);
    table.primary(['account_id', 'resource', 'typo', 'word']);
  });
  await createTable(database, 'query_positions', (table) => {
    accountOf(table).primary();
    table.bigInteger('position').unsigned().notNullable();
    text(table, 'building', 16);
    text(table, 'built_ident', 64);
  });
}

function indexedOf(table: Knex.CreateTableBuilder): void {
  accountOf(table);
  table.tinyint('resource').unsigned().notNullable();
}
