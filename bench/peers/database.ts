import knex from 'knex';
import { type Database, poolSettings } from '../../workers/database/database.ts';

/** A pool like the workers', with Knex's own client. */
export function openPeerDatabase(url: string, connections: number): Database {
  return knex({ client: 'mysql2', ...poolSettings(url, connections) });
}
