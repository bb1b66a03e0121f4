import { type Database, openDatabase } from '../../workers/database/database.ts';
import { database, servers } from './servers.ts';

/** An empty database beside the migrated one. */
export interface OwnDatabase {
  readonly url: string;
  readonly pool: Database;
  drop(): Promise<void>;
}

export async function newDatabase(name: string): Promise<OwnDatabase> {
  const url = new URL(servers().mariadb.url);
  url.pathname = `/counterfoil_${name}`;
  await database().raw('DROP DATABASE IF EXISTS ??', [url.pathname.slice(1)]);
  await database().raw('CREATE DATABASE ??', [url.pathname.slice(1)]);
  const pool = openDatabase(url.href, 5);
  const drop = async () => {
    await pool.destroy();
    await database().raw('DROP DATABASE ??', [url.pathname.slice(1)]);
  };
  return { url: url.href, pool, drop };
}
