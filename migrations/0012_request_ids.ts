import type { Knex } from 'knex';
import { alterInUse } from './columns.ts';

/**
 * Stores which request first got a stored answer, to tell a repeat from a second delivery of the same request. NULL in rows of
 * calls without a key, and in rows of version 0.2.0. The column comes last and is nullable, so it is added instantly.
 */
export async function up(database: Knex): Promise<void> {
  await alterInUse(database, 'inbox', (table) => {
    table.string('request_id', 32).nullable();
  });
}

export async function down(database: Knex): Promise<void> {
  await alterInUse(database, 'inbox', (table) => {
    table.dropColumn('request_id');
  });
}
