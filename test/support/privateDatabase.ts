import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrateUp } from '../../migrations/migrations.ts';
import { accountsSql } from '../../servers/databaseServer.ts';
import { type EmbeddedServer, embeddedServers } from '../../servers/embeddedServers.ts';
import type { DatabaseEngine } from '../../shared/runtime/settings/settings.ts';
import { openDatabase } from '../../workers/database/database.ts';
import { databaseEngine as testedEngine } from './databaseEngine.ts';
import { keepPorts } from './ports.ts';
import { binariesFolder, withoutSync } from './servers.ts';

/** A database server of a test's own, with other users than ours. */
export interface PrivateDatabase {
  readonly server: EmbeddedServer;
  /** The URL of the database for a user whose password is that user's name. */
  urlAs(user: string, host?: string): string;
  remove(): Promise<void>;
}

const names = { mariadb: 'MariaDB', mysql: 'MySQL' } as const;

/**
 * Starts a MariaDB, or a MySQL, with further flags and its data under `parent`, after statements that only its administrator may
 * run.
 */
export async function startPrivateDatabase(
  statements: readonly string[],
  flags: readonly string[] = [],
  databaseEngine: DatabaseEngine = 'mariadb',
  parent = tmpdir(),
): Promise<PrivateDatabase> {
  const dataFolder = await mkdtemp(path.join(parent, 'counterfoil-database-'));
  await chmod(dataFolder, 0o755);
  await keepPorts(dataFolder);
  const initFile = path.join(dataFolder, 'users.sql');
  const wanted = { database: true, databaseEngine, redis: false, progress: () => {} };
  const databaseFlags = [`--init-file=${initFile}`, withoutSync, ...flags];
  const started = await embeddedServers({ dataFolder, binariesFolder, ...wanted, databaseFlags });
  const server = started.database as EmbeddedServer;
  const { password } = new URL(server.url);
  const ours = accountsSql(names[databaseEngine], { kind: 'binary', file: '' }, password);
  await writeFile(initFile, `${ours}${statements.map((statement) => `${statement};\n`).join('')}`);
  await server.start();
  const urlAs = (user: string, host = 'localhost') => {
    const { port, pathname } = new URL(server.url);
    return `mysql://${user}:${user}@${host}:${port}${pathname}`;
  };
  const remove = async () => {
    await server.stop();
    await rm(dataFolder, { recursive: true, force: true });
  };
  return { server, urlAs, remove };
}

export type MigratedDatabase = Awaited<ReturnType<typeof startMigratedDatabase>>;

/** Starts a database server, and makes its tables: for gateways and workers whose Redis is what is tested. */
export async function startMigratedDatabase(engine: DatabaseEngine = testedEngine) {
  const database = await startPrivateDatabase([], [], engine);
  const { url } = database.server;
  const pool = openDatabase(url, 1);
  await migrateUp(pool);
  await pool.destroy();
  return { url, remove: () => database.remove() };
}
