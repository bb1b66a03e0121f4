import type { Knex } from 'knex';
import { accountOf, createTable, text } from './columns.ts';

/**
 * `position` is that of the last change that was delivered. `until_position` is the end of the delivery that is tried: it is
 * stored before the first attempt with its filter, `tried_resources` and `tried_kinds`, so that each repeat has the same changes
 * and the same id. Only the process with the lease delivers, until `lease_until`, which stays when it has ended. Lists of names
 * are separated by commas; an empty one means all.
 */
export async function createWebhooks(database: Knex): Promise<void> {
  await createTable(database, 'webhooks', (table) => {
    accountOf(table);
    text(table, 'webhook_ident', 64);
    table.primary(['account_id', 'webhook_ident']);
    table.string('url', 2_048).notNullable();
    text(table, 'resources', 255);
    text(table, 'kinds', 64);
    table.text('secret').notNullable();
    table.dateTime('date_created').notNullable();
    table.dateTime('date_disabled').nullable();
    text(table, 'disabled_reason', 32);
    table.bigInteger('position').unsigned().notNullable();
    table.bigInteger('until_position').unsigned().nullable();
    text(table, 'tried_resources', 255);
    text(table, 'tried_kinds', 64);
    table.string('lease', 32).nullable();
    table.datetime('lease_until', { precision: 3 }).nullable();
    table.integer('failures').unsigned().notNullable().defaultTo(0);
    table.dateTime('failing_since').nullable();
    table.datetime('date_next_attempt', { precision: 3 }).nullable();
    // Milliseconds of the last attempt: slow receivers share fewer places.
    table.integer('last_ms').unsigned().notNullable().defaultTo(0);
  });
  // `date_requested` is set while a test, or a repeat of a delivery, waits to be sent.
  await createTable(database, 'webhook_deliveries', (table) => {
    accountOf(table);
    text(table, 'webhook_ident', 64);
    text(table, 'delivery_id', 64);
    table.primary(['account_id', 'webhook_ident', 'delivery_id']);
    text(table, 'delivery_kind', 16);
    table.bigInteger('after_position').unsigned().notNullable().defaultTo(0);
    table.bigInteger('until_position').unsigned().notNullable().defaultTo(0);
    // Filters of the webhook at the first attempt: a repeat has the same changes.
    text(table, 'resources', 255);
    text(table, 'kinds', 64);
    table.integer('attempts').unsigned().notNullable().defaultTo(0);
    table.boolean('delivered').notNullable().defaultTo(false);
    table.integer('status').unsigned().notNullable().defaultTo(0);
    text(table, 'error', 128);
    text(table, 'answer', 512);
    table.integer('duration_ms').unsigned().notNullable().defaultTo(0);
    table.dateTime('date_attempted').notNullable().index('delivery_expiry');
    table.dateTime('date_requested').nullable().index('delivery_requests');
    table.index(['account_id', 'webhook_ident', 'date_attempted'], 'latest_deliveries');
  });
}
