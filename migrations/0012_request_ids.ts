import type { Knex } from 'knex';
import { alterInUse } from './columns.ts';

/**
 * Which request a stored answer was first given to, so that a repeat is known from a second delivery of the same request.
 * NULL in the rows of calls without a key, and of version 0.2.0. The column comes last and is nullable: it is added instantly.
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
