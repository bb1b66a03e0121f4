import { serverAddress } from '../../shared/runtime/settings/serverAddress.ts';
import type { BatchingConfig, StatementObserver } from './batchingClient.ts';
import type { Database } from './database.ts';

type ServerAttributes = Readonly<Record<string, string | number>>;

/** Calls the observer with each further statement of the pools. Rejects if the database does not answer. */
export async function observeStatements(
  [...databases]: Iterable<Database>,
  url: string,
  observerOf: (server: ServerAttributes) => StatementObserver,
): Promise<void> {
  const [first] = databases;
  if (!first) return;
  const observer = observerOf(await attributesOf(first, url));
  for (const database of databases) (database.client.config as BatchingConfig).observer = observer;
}

async function attributesOf(database: Database, url: string): Promise<ServerAttributes> {
  const { host, port, database: namespace } = serverAddress(url);
  const [[row]] = (await database.raw('SELECT VERSION() AS version')) as [[{ readonly version: string }]];
  return {
    'db.system.name': row.version.includes('MariaDB') ? 'mariadb' : 'mysql',
    'db.namespace': namespace,
    'server.address': host,
    'server.port': port,
  };
}
