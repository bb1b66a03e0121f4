import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { type EmbeddedServer, embeddedServers } from '../../../servers/embeddedServers.ts';
import { printLine } from '../../../shared/runtime/process/commandOutput.ts';
import type { Lifecycle } from '../../../shared/runtime/process/lifecycle.ts';
import { readSettings } from '../../../shared/runtime/settings/settings.ts';
import type { Part } from '../../../test/support/processResources.ts';
import { binariesFolder } from '../../../test/support/servers.ts';
import { type Database, openDatabase } from '../../../workers/database/database.ts';

/** Servers that all systems share, configured as by `npm start`: full durability, append-only file synced every second. */
export interface Servers {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly database: Database;
  readonly redis: Redis;
  readonly parts: readonly Part[];
  readonly databaseEngine: DatabaseEngine;
  readonly databaseFlags: readonly string[];
  /** Holds the databases, the logs and the requests; the run removes it at the end. */
  readonly folder: string;
}

/**
 * Keeps all rows in memory, because disks are not compared: a gibibyte holds a million rows of each table. LOAD DATA needs
 * local-infile.
 */
function flagsFor(rows: number): readonly string[] {
  const gibibytes = Math.max(1, Math.ceil(rows / 1_000_000));
  return [`--innodb-buffer-pool-size=${gibibytes}G`, '--local-infile=1'];
}

/** Engine that COUNTERFOIL_PRIVATE_ENGINE names, as for `npm start`. */
export const { databaseEngine: defaultEngine } = readSettings(process.env);
export type DatabaseEngine = typeof defaultEngine;

export interface ServerOptions {
  readonly databaseEngine?: DatabaseEngine | undefined;
  /** Folder of the compiled checkout that makes the tables; this one by default. */
  readonly checkout?: string;
  /** Maximum rows of a table, a million by default. */
  readonly rows?: number;
}

export async function startServers(
  lifecycle: Lifecycle,
  { databaseEngine = defaultEngine, checkout = '.', rows = 1_000_000 }: ServerOptions = {},
): Promise<Servers> {
  const folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-bench-'));
  lifecycle.onStop('folder', () => rm(folder, { recursive: true, force: true }), 20_000);
  const databaseFlags = flagsFor(rows);
  const options = { dataFolder: folder, binariesFolder, databaseEngine, databaseFlags, progress: printLine };
  const prepared = await embeddedServers({ ...options, database: true, redis: true });
  const { database: mariadb, redis: keyStore } = prepared as Required<typeof prepared>;
  for (const server of [mariadb, keyStore]) lifecycle.onStop(server.name, () => server.stop(), 20_000);
  await Promise.all([mariadb.start(), keyStore.start()]);

  const database = openDatabase(mariadb.url, 2);
  lifecycle.onStop('database connections', () => database.destroy());
  const redis = new Redis(keyStore.url);
  lifecycle.onStop('Redis connection', () => redis.disconnect());
  const migrate = [path.resolve(checkout, 'cli/counterfoil.js'), 'migrate', 'up'];
  await promisify(execFile)(process.execPath, migrate, {
    cwd: checkout,
    env: { ...process.env, DATABASE_URL: mariadb.url },
  });
  const parts = [partOf('database', mariadb), partOf('redis', keyStore)];
  return {
    databaseUrl: mariadb.url,
    redisUrl: keyStore.url,
    database,
    redis,
    parts,
    databaseEngine,
    databaseFlags,
    folder,
  };
}

function partOf(name: 'database' | 'redis', { pid }: EmbeddedServer): Part {
  return { name, pid: pid as number };
}
