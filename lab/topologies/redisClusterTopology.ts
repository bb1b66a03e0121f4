import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseEngine } from '../../shared/runtime/settings/settings.ts';
import { clusterTagOf } from '../../shared/wire/clusterTags.ts';
import { type MigratedDatabase, startMigratedDatabase } from '../../test/support/privateDatabase.ts';
import { RedisCluster } from '../../test/support/redisCluster.ts';
import { until } from '../../test/support/until.ts';
import { roleFaults } from '../faults/allFaults.ts';
import type { Fault, Harm } from '../faults/fault.ts';
import { FaultCluster } from '../faults/faultCluster.ts';
import { killServer } from '../faults/servers.ts';
import type { Topology } from './topology.ts';

/** Gateways and workers on a Redis Cluster of three masters and three replicas. */
export class OnRedisCluster extends FaultCluster {
  readonly redis: RedisCluster;

  private constructor(redis: RedisCluster, { url, remove }: MigratedDatabase) {
    super({
      databaseUrl: url,
      env: { DATABASE_URL: url, REDIS_URL: redis.url },
      stopServers: () => Promise.all([redis.stop(), remove()]),
    });
    this.redis = redis;
  }

  static async start(databaseEngine?: DatabaseEngine): Promise<OnRedisCluster> {
    const [redis, database] = await Promise.all([
      RedisCluster.start(),
      startMigratedDatabase(databaseEngine),
    ]);
    const cluster = new OnRedisCluster(redis, database);
    await cluster.startRoles();
    return cluster;
  }
}

type ClusterFault = Fault<OnRedisCluster>;

const recoveryMs = 4_000;
const promise = 'a replica takes over, and no call is lost';

/** The queues with most calls: each has another master. */
const busy = ['article', 'customer', 'address'] as const;

/** Kills the master of a queue, and starts it again when its replica has taken over. */
function masterKilled(resource: (typeof busy)[number]): ClusterFault {
  const harm: ClusterFault['harm'] = async ({ cluster: { redis }, mark }) => {
    const master = await redis.masterOf(clusterTagOf(resource));
    mark();
    await killServer(master.server);
    await replaced(redis, clusterTagOf(resource), master.port);
    await master.server.start();
    await redis.settled();
  };
  return { guarantee: 'cluster-failover', name: `master of ${resource} killed`, promise, recoveryMs, harm };
}

/** Resolves when another node is the master of the keys with a tag. */
export async function replaced(redis: RedisCluster, tag: string, port: number): Promise<void> {
  await until(async () => (await redis.masterOf(tag)).port !== port);
}

async function freezeMaster({ cluster: { redis }, mark }: Harm<OnRedisCluster>): Promise<void> {
  const master = await redis.masterOf(clusterTagOf('article'));
  mark();
  process.kill(master.server.pid as number, 'SIGSTOP');
  try {
    await replaced(redis, clusterTagOf('article'), master.port);
    // The former master wakes up when all calls go to the new one.
    await delay(2_000);
  } finally {
    process.kill(master.server.pid as number, 'SIGCONT');
  }
  await redis.settled();
}

/** Moves the slot of each busy queue to another master and back, some times. */
async function moveSlots({ cluster: { redis }, mark }: Harm<OnRedisCluster>): Promise<void> {
  mark();
  for (const resource of [...busy, ...busy]) {
    const tag = clusterTagOf(resource);
    const from = await redis.masterOf(tag);
    const to = await redis.otherMaster(from);
    await redis.moveSlot(tag, from, to);
    await delay(200);
    await redis.moveSlot(tag, to, from);
  }
  await redis.settled();
}

/** Moves all slots of the busiest master to another one, and as many back. */
async function reshard({ cluster: { redis }, mark }: Harm<OnRedisCluster>): Promise<void> {
  const from = await redis.masterOf(clusterTagOf('article'));
  const to = await redis.otherMaster(from);
  const count = await redis.slotsOf(from);
  mark();
  await redis.reshard(from, to, count);
  await redis.reshard(to, from, count);
  await redis.settled();
}

export const clusterFaults: readonly ClusterFault[] = [
  ...busy.map(masterKilled),
  { guarantee: 'cluster-failover', name: 'master frozen and back', promise, recoveryMs, harm: freezeMaster },
  {
    guarantee: 'cluster-slots-moved',
    name: 'slots of busy queues moved',
    promise: 'calls follow them',
    recoveryMs,
    harm: moveSlots,
  },
  {
    guarantee: 'cluster-slots-moved',
    name: 'all slots of a master moved by redis-cli',
    promise: 'calls follow them',
    recoveryMs,
    harm: reshard,
  },
];

export const onRedisCluster: Topology<OnRedisCluster> = {
  name: 'Redis Cluster',
  start: () => OnRedisCluster.start(),
  faults: [...clusterFaults, ...roleFaults],
};
