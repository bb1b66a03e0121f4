import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrateUp } from '../../migrations/migrations.ts';
import { type EmbeddedServer, embeddedServers } from '../../servers/embeddedServers.ts';
import { type Database, openDatabase } from '../../workers/database/database.ts';
import { databaseEngine } from './databaseEngine.ts';
import { keepPorts } from './ports.ts';

interface TestServers {
  readonly mariadb: EmbeddedServer;
  /** Only its URL and `stop` are there with COUNTERFOIL_REDIS=cluster. */
  readonly redis: EmbeddedServer;
  /**
   * Redis Cluster in place of the databases with other numbers than 0; there with COUNTERFOIL_REDIS=cluster
   * only.
   */
  readonly secondRedis?: Pick<EmbeddedServer, 'url' | 'stop'> | undefined;
  readonly database: Database;
  readonly dataFolder: string;
}

interface GivenServers {
  readonly mariadb: Pick<EmbeddedServer, 'url'>;
  readonly redis: Pick<EmbeddedServer, 'url'>;
  readonly database: Database;
}

let running: TestServers | undefined;

/** Lets tests use servers that are there, instead of `startServers`. */
export function attachServers(given: GivenServers): void {
  running = { ...given, dataFolder: '' } as TestServers;
}

/** The database (MariaDB or MySQL) and the Redis of this test run: real ones, private, started from nothing. */
export function servers(): TestServers {
  if (!running) throw new Error('the servers run only inside tests');
  return running;
}

/** A pool on the migrated test database, for looking at what is stored. */
export function database(): Database {
  return servers().database;
}

/** True if the tests of this run share a Redis Cluster: COUNTERFOIL_REDIS=cluster. */
const onRedisCluster = process.env.COUNTERFOIL_REDIS === 'cluster';

/**
 * Redis databases are numbered: clusters with different numbers don't share queues. A Redis Cluster has only one database, so
 * another one stands for all other numbers: a test file uses one of them.
 */
export function redisUrl(number = 0): string {
  const { redis, secondRedis } = servers();
  if (onRedisCluster) return number === 0 ? redis.url : (secondRedis?.url as string);
  return `${redis.url}/${number}`;
}

/** Folder in which the servers' binaries are kept between runs. */
export const binariesFolder = path.resolve('.counterfoil/binaries');

/** Data in the kernel survive a kill of the server, and no test takes the power away: 4 ms less for each commit. */
export const withoutSync = '--innodb-flush-method=nosync';

export async function startServers(): Promise<void> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'counterfoil-test-'));
  await keepPorts(dataFolder);
  const progress = (line: string) => {
    if (!line.startsWith('Making')) process.stderr.write(`${line}\n`);
  };
  const started = await embeddedServers({
    dataFolder,
    binariesFolder,
    database: true,
    databaseEngine,
    redis: !onRedisCluster,
    databaseFlags: [withoutSync],
    progress,
  });
  const { database: mariadb, redis: single } = started as {
    database: EmbeddedServer;
    redis?: EmbeddedServer;
  };
  await Promise.all([mariadb.start(), single?.start()]);
  const secondRedis = onRedisCluster ? await startRedisCluster() : undefined;
  const redis = single ?? ((await startRedisCluster()) as EmbeddedServer);
  const database = openDatabase(mariadb.url, 5);
  await migrateUp(database);
  running = { mariadb, redis, secondRedis, database, dataFolder };
}

/** Loads the code of Redis Clusters only where one is wanted. */
async function startRedisCluster(): Promise<Pick<EmbeddedServer, 'url' | 'stop'>> {
  const { RedisCluster } = await import('./redisCluster.ts');
  return RedisCluster.start();
}

export async function stopServers(): Promise<void> {
  if (!running) return;
  const { mariadb, redis, secondRedis, database, dataFolder } = running;
  await database.destroy();
  await Promise.all([mariadb.stop(), redis.stop(), secondRedis?.stop()]);
  await rm(dataFolder, { recursive: true, force: true });
}
