import knex from 'knex';
import { type Database, poolSettings } from '../../../workers/database/database.ts';

/** Opens a pool like the workers', but with Knex's own client. */
export function openPeerDatabase(url: string, connections: number): Database {
  return knex({ client: 'mysql2', ...poolSettings(url, connections) });
}
