import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { EmbeddedServer } from '../../servers/embeddedServers.ts';
import { clusterTagOf } from '../../shared/wire/clusterTags.ts';
import { openDatabase } from '../../workers/database/database.ts';
import type { FaultCluster } from '../faults/faultCluster.ts';
import { killServer } from '../faults/servers.ts';
import { GaleraCluster } from '../topologies/galera/galeraCluster.ts';
import type { GaleraNode } from '../topologies/galera/galeraNode.ts';
import { replaced as masterReplaced, OnRedisCluster } from '../topologies/redisClusterTopology.ts';
import { BehindSentinel, replaced as sentinelReplaced } from '../topologies/sentinelTopology.ts';
import { type Attack, type LoadedAttack, Skipped, type Start, underLoadOn } from './attack.ts';
import { colliders, inTransactions, kills, stormMs } from './databaseAttacks.ts';
import { drawnRequests } from './httpAttacks.ts';
import { repeatsAtOnce } from './raceAttacks.ts';
import { evicting, lostMs, repeatSigned, sendSigned, withoutLastSecondHolds } from './redisAttacks.ts';
import { newVictim } from './target.ts';

const startGalera: Start<GaleraCluster> = async (databaseEngine) => {
  if (databaseEngine === 'mysql') throw new Skipped('nodes of Galera are MariaDB servers');
  return GaleraCluster.start();
};
const startRedisCluster: Start<OnRedisCluster> = (databaseEngine) => OnRedisCluster.start(databaseEngine);
const startSentinel: Start<BehindSentinel> = (databaseEngine) => BehindSentinel.start(databaseEngine);

const conflicts: LoadedAttack<GaleraCluster> = {
  name: 'storm of certification conflicts',
  done: `${colliders} connections to a node that should take no writes change customers and number sequences of the account, in drawn orders, for 5 s`,
  holds: 'sets that the cluster ends run again; no call fails or is done twice',
  harm: async ({ cluster: { servers }, account, draw }) => {
    const [writer, other] = servers.nodes as [GaleraNode, GaleraNode];
    const pool = openDatabase(servers.urlAt(other.port), colliders);
    const changes = {
      customers: { user_note: () => `${draw.below(1e9)}` },
      number_sequences: { next_number: () => pool.raw('next_number + 1') },
    };
    const before = await endedAt(writer);
    const end = performance.now() + stormMs;
    const collide = () =>
      inTransactions(pool, end, async (transaction) => {
        for (const [table, columns] of Object.entries(changes).toSorted(() => draw.below(2) - 0.5)) {
          const [[column, value]] = Object.entries(columns) as [[string, () => unknown]];
          await transaction(table)
            .where({ account_id: account })
            .limit(20)
            .update({ [column]: value() });
        }
      });
    const rounds = await Promise.all(Array.from({ length: colliders }, collide));
    await pool.destroy();
    const sum = (of: 'rounds' | 'lost') => rounds.reduce((total, one) => total + one[of], 0);
    return `${sum('rounds')} transactions, ${sum('lost')} of which were ended, and ${(await endedAt(writer)) - before} of the writer`;
  },
};

/** Counts the transactions of a node that were ended for those of others. */
async function endedAt(node: GaleraNode): Promise<number> {
  const [row] = await node.query("SHOW STATUS LIKE 'wsrep_local_bf_aborts'");
  return Number(row?.Value);
}

interface Replicated<C extends FaultCluster> {
  readonly servers: (cluster: C) => readonly EmbeddedServer[];
  readonly master: (cluster: C) => Promise<EmbeddedServer>;
  /** Resolves when another server is the master. */
  readonly replaced: (cluster: C, former: EmbeddedServer) => Promise<void>;
  /** Resolves when everything is as before. */
  readonly settled: (cluster: C) => Promise<void>;
}

/** The master of the keys with a tag. */
const inCluster = (tag: string): Replicated<OnRedisCluster> => ({
  servers: ({ redis }) => redis.nodes.map(({ server }) => server),
  master: async ({ redis }) => (await redis.masterOf(tag)).server,
  replaced: ({ redis }, former) => masterReplaced(redis, tag, Number(portOf(former))),
  settled: ({ redis }) => redis.settled(),
});
const ofArticles = inCluster(clusterTagOf('article'));
const ofNonces = inCluster('nonces');

const behindSentinel: Replicated<BehindSentinel> = {
  servers: ({ redis }) => redis.servers,
  master: async ({ redis }) => (await redis.master()) as EmbeddedServer,
  replaced: ({ redis }, former) => sentinelReplaced(redis, former),
  settled: ({ redis }) => redis.settled(),
};

function promoted<C extends FaultCluster>(replicated: Replicated<C>, replica = 'replica'): LoadedAttack<C> {
  return {
    name: `${replica} without the last second promoted`,
    done: 'a replica is cut off from its master; a second later, the master is killed, and the replica takes over',
    holds: withoutLastSecondHolds,
    harm: async ({ cluster }) => {
      const app = await newVictim(cluster.target, 'signed');
      const master = await replicated.master(cluster);
      const cutOff = await replicaOf(master, replicated.servers(cluster));
      const [, password = ''] = (await ask<unknown>(cutOff, (redis) =>
        redis.config('GET', 'masterauth'),
      )) as string[];
      await ask(cutOff, (redis) => redis.config('SET', 'masterauth', 'cut off'));
      await ask(master, (redis) => redis.client('KILL', 'TYPE', 'REPLICA'));
      const requests = await sendSigned(cluster, app);
      await delay(lostMs);
      await killServer(master);
      await replicated.replaced(cluster, master);
      await ask(cutOff, (redis) => redis.config('SET', 'masterauth', password));
      await master.start();
      await replicated.settled(cluster);
      return repeatSigned(cluster, app, requests);
    },
  };
}

async function replicaOf(
  master: EmbeddedServer,
  servers: readonly EmbeddedServer[],
): Promise<EmbeddedServer> {
  const infos = await Promise.all(servers.map((server) => ask(server, (redis) => redis.info('replication'))));
  return servers[
    infos.findIndex((info) => info.includes(`master_port:${portOf(master)}\r`))
  ] as EmbeddedServer;
}

async function ask<T>({ url }: EmbeddedServer, question: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url);
  try {
    return await question(redis);
  } finally {
    redis.disconnect();
  }
}

function portOf({ url }: EmbeddedServer): string {
  return new URL(url).port;
}

function named(topology: string, attack: Attack): Attack {
  return { ...attack, name: `${topology}: ${attack.name}` };
}

/** Attacks on servers other than one database and one Redis. */
export const topologyAttacks: readonly Attack[] = [
  named('Galera', underLoadOn(startGalera, conflicts)),
  named('Galera', underLoadOn(startGalera, kills('CONNECTION'))),
  named('Redis Cluster', underLoadOn(startRedisCluster, evicting('allkeys-random', ofArticles.master))),
  named('Redis Cluster', underLoadOn(startRedisCluster, promoted(ofArticles))),
  named('Redis Cluster', underLoadOn(startRedisCluster, promoted(ofNonces, 'replica of the nonces'))),
  named(
    'Redis Cluster',
    repeatsAtOnce(({ on }) => on(startRedisCluster)),
  ),
  named(
    'Redis Cluster',
    drawnRequests(({ on }) => on(startRedisCluster)),
  ),
  named('Sentinel', underLoadOn(startSentinel, evicting('volatile-ttl', behindSentinel.master))),
  named('Sentinel', underLoadOn(startSentinel, promoted(behindSentinel))),
];
