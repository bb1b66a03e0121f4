import { migrateUp } from '../../../migrations/migrations.ts';
import { type PrivateRedis, startPrivateRedis } from '../../../test/support/privateRedis.ts';
import { until } from '../../../test/support/until.ts';
import { FaultCluster } from '../../faults/faultCluster.ts';
import { GaleraServers } from './galeraServers.ts';

/** Gateways and workers whose database is a Galera cluster, with one writer behind HAProxy. */
export class GaleraCluster extends FaultCluster {
  readonly servers: GaleraServers;

  private constructor(servers: GaleraServers, redis: PrivateRedis) {
    const { url } = servers;
    super({
      databaseUrl: url,
      env: { DATABASE_URL: url, REDIS_URL: redis.server.url },
      stopServers: () => Promise.all([servers.stop(), redis.remove()]),
    });
    this.servers = servers;
  }

  /** Starts servers, workers and gateways; resolves when all of them serve. */
  static async start(): Promise<GaleraCluster> {
    const [servers, redis] = await Promise.all([GaleraServers.start(), startPrivateRedis()]);
    const cluster = new GaleraCluster(servers, redis);
    await cluster.firstWrites();
    await migrateUp(cluster.database);
    await cluster.startRoles();
    return cluster;
  }

  /** Resolves when the proxy leads to the first node. */
  async firstWrites(): Promise<void> {
    await until(async () => (await this.servers.writer())?.name === 'node1');
  }
}
