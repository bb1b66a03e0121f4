import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrateUp } from '../../migrations/migrations.ts';
import { type EmbeddedServer, embeddedServers } from '../../servers/embeddedServers.ts';
import type { DatabaseEngine } from '../../shared/runtime/settings/settings.ts';
import { databaseEngine as defaultEngine } from '../../test/support/databaseEngine.ts';
import { binariesFolder } from '../../test/support/servers.ts';
import { onSteppedClock, type SteppedClock } from '../../test/support/steppedClock.ts';
import { TcpProxy } from '../../test/support/tcpProxy.ts';
import { through } from '../../test/support/teas.ts';
import { type ClusterServers, FaultCluster } from './faultCluster.ts';

/** A server, and the proxy through which gateways and workers reach it. */
interface ProxiedServer {
  readonly server: EmbeddedServer;
  readonly proxy: TcpProxy;
}

export interface ProxiedClusterOptions extends Pick<ClusterServers, 'optionsOf'> {
  /** More settings of the gateways and workers. */
  readonly env?: Readonly<Record<string, string>>;
  /** Folder in which the servers keep their data; a new one by default. */
  readonly dataFolder?: string;
  /** Folder in which gateways and workers write their logs. */
  readonly logFolder?: string;
  /** More options of the database server. */
  readonly databaseFlags?: readonly string[];
  /** Database of the test run by default. */
  readonly databaseEngine?: DatabaseEngine;
  /** Clocks of Redis and of the database; the machine's by default. */
  readonly redisClock?: SteppedClock;
  readonly databaseClock?: SteppedClock;
}

/** Folder in which a cluster keeps its data, with the options of its roles. */
interface ClusterPlace {
  readonly dataFolder: string;
  readonly logFolder: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly optionsOf: ClusterServers['optionsOf'];
}

/** Limit that a fault can use up. */
const fewConnections = ['--max-connections=50'];

/** A cluster on one database and one Redis of its own, each behind a proxy that can cut, delay and swallow. */
export class ProxiedCluster extends FaultCluster {
  readonly mariadb: ProxiedServer;
  readonly redis: ProxiedServer;
  readonly dataFolder: string;

  private constructor(
    mariadb: ProxiedServer,
    redis: ProxiedServer,
    { dataFolder, logFolder, env, optionsOf }: ClusterPlace,
  ) {
    super({
      databaseUrl: mariadb.server.url,
      logFolder,
      env: {
        DATABASE_URL: through(mariadb.proxy, mariadb.server.url),
        REDIS_URL: through(redis.proxy, redis.server.url),
        ...env,
      },
      optionsOf,
      stopServers: async () => {
        await Promise.all([mariadb, redis].map(({ proxy }) => proxy.close()));
        await Promise.all([mariadb, redis].map(({ server }) => server.stop()));
        await rm(dataFolder, { recursive: true, force: true });
      },
    });
    this.mariadb = mariadb;
    this.redis = redis;
    this.dataFolder = dataFolder;
  }

  /** Starts servers, workers and gateways; resolves when all of them serve. */
  static async start(options: ProxiedClusterOptions = {}): Promise<ProxiedCluster> {
    const { dataFolder, logFolder, databaseEngine = defaultEngine, redisClock, databaseClock } = options;
    const folder = dataFolder ?? (await mkdtemp(path.join(tmpdir(), 'counterfoil-faults-')));
    const databaseFlags = [...fewConnections, ...(options.databaseFlags ?? [])];
    const common = { dataFolder: folder, binariesFolder, progress: () => {} };
    const wanted = { database: true, redis: false, databaseEngine, databaseFlags };
    const { database: mariadb } = (await onSteppedClock(databaseClock, () =>
      embeddedServers({ ...common, ...wanted }),
    )) as { database: EmbeddedServer };
    const { redis } = (await onSteppedClock(redisClock, () =>
      embeddedServers({ ...common, database: false, redis: true }),
    )) as { redis: EmbeddedServer };
    await Promise.all([mariadb.start(), redis.start()]);
    const { env = {}, optionsOf } = options;
    const place = { dataFolder: folder, logFolder, env, optionsOf };
    const cluster = new ProxiedCluster(await behindProxy(mariadb), await behindProxy(redis), place);
    await migrateUp(cluster.database);
    await cluster.startRoles();
    return cluster;
  }
}

async function behindProxy(server: EmbeddedServer): Promise<ProxiedServer> {
  return { server, proxy: await TcpProxy.listen(Number(new URL(server.url).port)) };
}
