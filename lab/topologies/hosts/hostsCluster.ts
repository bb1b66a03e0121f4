import { migrateUp } from '../../../migrations/migrations.ts';
import { databaseEngine } from '../../../test/support/databaseEngine.ts';
import { type PrivateDatabase, startPrivateDatabase } from '../../../test/support/privateDatabase.ts';
import { type PrivateRedis, startPrivateRedis } from '../../../test/support/privateRedis.ts';
import { TcpProxy } from '../../../test/support/tcpProxy.ts';
import { FaultCluster } from '../../faults/faultCluster.ts';
import { HostNetwork } from './hostNetwork.ts';

interface Servers {
  readonly redis: PrivateRedis;
  readonly database: PrivateDatabase;
}

/** A gateway and a worker of every resource on each of two hosts, which reach Redis and the database over a network. */
export class HostsCluster extends FaultCluster {
  readonly network: HostNetwork;

  private constructor(network: HostNetwork, servers: Servers, redis: TcpProxy, database: TcpProxy) {
    super({
      databaseUrl: servers.database.server.url,
      env: {
        REDIS_URL: over(servers.redis.server.url, network.redis, redis),
        DATABASE_URL: over(servers.database.server.url, network.database, database),
      },
      hosts: network.hosts,
      stopServers: async () => {
        await Promise.all([redis.close(), database.close()]);
        await Promise.all([servers.redis.remove(), servers.database.remove()]);
        await network.close();
      },
    });
    this.network = network;
  }

  /** Makes the network, and starts servers, workers and gateways; resolves when all of them serve. */
  static async start(): Promise<HostsCluster> {
    const network = await HostNetwork.open();
    const servers = {
      redis: await startPrivateRedis(),
      database: await startPrivateDatabase([], [], databaseEngine),
    };
    const redis = await TcpProxy.listen(portOf(servers.redis.server.url), network.redis);
    const database = await TcpProxy.listen(portOf(servers.database.server.url), network.database);
    const cluster = new HostsCluster(network, servers, redis, database);
    await migrateUp(cluster.database);
    await cluster.startRoles();
    return cluster;
  }
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

function over(url: string, address: string, { port }: TcpProxy): string {
  const through = new URL(url);
  through.host = `${address}:${port}`;
  return through.href;
}
