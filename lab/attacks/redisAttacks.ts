import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { EmbeddedServer } from '../../servers/embeddedServers.ts';
import { post, type Signer } from '../../test/support/rawRequest.ts';
import { signedV2 } from '../../test/support/signatures.ts';
import { until } from '../../test/support/until.ts';
import type { FaultCluster } from '../faults/faultCluster.ts';
import type { ProxiedCluster } from '../faults/proxiedCluster.ts';
import { killServer } from '../faults/servers.ts';
import { type Attack, type LoadedAttack, underLoad } from './attack.ts';
import { newVictim, type Victim } from './target.ts';

/** Milliseconds that Redis evicts. */
const evictingMs = 3_000;

/** Lets Redis evict keys of everything that it holds, again and again, while gateways and workers use it. */
export function evicting<C extends FaultCluster>(
  policy: string,
  serverOf: (cluster: C) => Promise<EmbeddedServer>,
): LoadedAttack<C> {
  return {
    name: `Redis evicts keys (${policy})`,
    done: `\`maxmemory-policy ${policy}\` is set while the service runs, and memory is taken until keys are evicted, for 3 s`,
    holds:
      'gateways do not start with it, and log `redis_evicts` if it is set later; calls are answered, or rejected with 503 or 504; nothing is lost or done twice',
    mayFailWith: [503, 504],
    harm: async ({ cluster }) => {
      const redis = new Redis((await serverOf(cluster)).url);
      try {
        const evicted = await evict(redis, policy);
        if (evicted === 0) throw new Error('no key was evicted: nothing was tried');
        await until(() => cluster.log.includes(`"policy":"${policy}"`));
        return `${evicted.toLocaleString('en')} keys evicted`;
      } finally {
        await redis.config('SET', 'maxmemory', '0', 'maxmemory-policy', 'noeviction');
        redis.disconnect();
      }
    },
  };
}

async function evict(redis: Redis, policy: string): Promise<number> {
  const before = await infoNumberOf(redis, 'evicted_keys');
  await redis.config('SET', 'maxmemory-policy', policy);
  for (const end = performance.now() + evictingMs; performance.now() < end; await delay(100)) {
    const used = await infoNumberOf(redis, 'used_memory');
    await redis.config('SET', 'maxmemory', `${used - 20_000}`);
  }
  return (await infoNumberOf(redis, 'evicted_keys')) - before;
}

async function infoNumberOf(redis: Redis, name: string): Promise<number> {
  return Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(await redis.info())?.[1]);
}

/** Milliseconds that are lost. */
export const lostMs = 1_000;

/** The promise to calls when Redis lost its last second, for the table of attacks. */
export const withoutLastSecondHolds =
  'no acknowledged write is lost or doubled; cursors and changes are right. A read with signature v2 of that second can be repeated once; a repeated write with an `Idempotency-Key` has one effect';

const withoutLastSecond: LoadedAttack = {
  name: 'Redis without its last second',
  done: 'Redis is killed, and started with the append-only file of a second before: what a promoted replica that lags has',
  holds: withoutLastSecondHolds,
  harm: async ({ cluster }) => {
    const { server } = cluster.redis;
    const folder = path.join(cluster.dataFolder, 'redis');
    const copy = `${folder}.before`;
    const app = await newVictim(cluster.target, 'signed');
    await cp(folder, copy, { recursive: true });
    const requests = await sendSigned(cluster, app);
    await delay(lostMs);
    await killServer(server);
    await rm(folder, { recursive: true });
    await cp(copy, folder, { recursive: true });
    await rm(copy, { recursive: true });
    await server.start();
    return repeatSigned(cluster, app, requests);
  },
};

type Send = () => Promise<{ readonly status: number; readonly body: string }>;

/** Sends a read and a write with signature v2; resolves to what repeats them, nonces included. */
export async function sendSigned(
  cluster: FaultCluster,
  app: Signer,
): Promise<readonly [read: Send, write: Send]> {
  const port = cluster.ports[0] as number;
  const read = signedV2(app, {});
  const body = JSON.stringify({ article_title: 'signed once' });
  const write = signedV2(app, { method: 'article.create', body, headers: { 'Idempotency-Key': 'once' } });
  const sends = [() => post(app, read, port), () => post(app, write, port)] as const;
  for (const send of sends) {
    const { status, body: answer } = await send();
    if (status !== 200) throw new Error(`a signed request got ${status}: ${answer}`);
    const repeated = await send();
    if (repeated.status !== 401) throw new Error(`its repeat got ${repeated.status} instead of 401`);
  }
  return sends;
}

/** Repeats two signed calls; resolves to what was seen. */
export async function repeatSigned(
  { database }: FaultCluster,
  { account }: Victim,
  [read, write]: readonly [Send, Send],
): Promise<string> {
  const statuses = [(await read()).status, (await write()).status];
  const stored = await database('articles').where({ account_id: account });
  if (stored.length !== 1) throw new Error(`a repeated write is stored ${stored.length} times`);
  const again = [(await read()).status, (await write()).status];
  if (again.some((status) => status !== 401)) throw new Error(`the second repeats got ${again.join(', ')}`);
  return `repeats of a read and a write with signature v2 got ${statuses.join(' and ')}, then 401`;
}

const onlyServer = async ({ redis }: ProxiedCluster) => redis.server;

export const redisAttacks: readonly Attack[] = [
  underLoad(evicting('allkeys-random', onlyServer)),
  underLoad(evicting('volatile-ttl', onlyServer)),
  underLoad(withoutLastSecond),
];
