import { setTimeout as delay } from 'node:timers/promises';
import { migrateUp } from '../../../migrations/migrations.ts';
import { type PrivateRedis, startPrivateRedis } from '../../../test/support/privateRedis.ts';
import { until } from '../../../test/support/until.ts';
import type { Fault } from '../../faults/fault.ts';
import { FaultCluster } from '../../faults/faultCluster.ts';
import { SemiSyncServers } from './semiSyncServers.ts';

/** Gateways and workers whose database is the primary of MySQL servers that replicate semi-synchronously. */
export class SemiSyncCluster extends FaultCluster {
  readonly servers: SemiSyncServers;

  private constructor(servers: SemiSyncServers, redis: PrivateRedis) {
    const { url } = servers;
    super({
      databaseUrl: url,
      env: { DATABASE_URL: url, REDIS_URL: redis.server.url },
      stopServers: () => Promise.all([servers.stop(), redis.remove()]),
    });
    this.servers = servers;
  }

  /** Starts servers, workers and gateways; resolves when all of them serve. */
  static async start(): Promise<SemiSyncCluster> {
    const [servers, redis] = await Promise.all([SemiSyncServers.start(), startPrivateRedis()]);
    const cluster = new SemiSyncCluster(servers, redis);
    await until(() =>
      cluster.database.raw('SELECT 1').then(
        () => true,
        () => false,
      ),
    );
    await migrateUp(cluster.database);
    await cluster.startRoles();
    return cluster;
  }
}

/** Milliseconds that whatever watches the servers takes to find that the primary is gone. */
const noticeMs = 1_000;

const primaryKilled: Fault<SemiSyncCluster> = {
  guarantee: 'writer-failover',
  name: 'primary killed, and a replica promoted after a second',
  promise: 'the replica becomes the primary, and sets run again',
  recoveryMs: 4_000,
  harm: async ({ cluster: { servers }, mark }) => {
    mark();
    await servers.nodes[0].kill();
    await delay(noticeMs);
    await servers.failOver();
    await servers.rebuild();
  },
};

const replicaKilled: Fault<SemiSyncCluster> = {
  guarantee: 'writer-failover',
  name: 'replica killed and started again',
  promise: 'the other replica has all writes',
  recoveryMs: 4_000,
  harm: async ({ cluster: { servers }, draw, mark }) => {
    const replica = draw.one(servers.nodes.slice(1));
    mark();
    await replica.kill();
    await delay(noticeMs);
    await replica.start();
    await replica.query('START REPLICA');
  },
};

export const semiSyncFaults: readonly Fault<SemiSyncCluster>[] = [primaryKilled, replicaKilled];
