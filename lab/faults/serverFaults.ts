import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { type Connection, createConnection } from 'mysql2/promise';
import type { Fault, Harm } from './fault.ts';
import { killServer } from './servers.ts';

/** Sends a command to the Redis of the cluster, without the proxy. */
async function toRedis<T>({ cluster }: Harm, command: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(cluster.redis.server.url);
  try {
    return await command(redis);
  } finally {
    redis.disconnect();
  }
}

async function holdSequences({ cluster, account }: Harm, milliseconds: number): Promise<void> {
  await cluster.database.transaction(async (transaction) => {
    await transaction('number_sequences').where({ account_id: account }).forUpdate();
    await delay(milliseconds);
  });
}

/** Locks articles and the sequence in the opposite order of creates, so that the database ends one of the transactions. */
async function collide({ cluster, account }: Harm): Promise<void> {
  await cluster.database
    .transaction(async (transaction) => {
      await transaction('articles').where({ account_id: account }).forUpdate();
      await transaction('number_sequences').where({ account_id: account }).forUpdate();
    })
    .catch(() => {}); // this one was ended
}

/** Milliseconds that one record is locked, and that a call on another one may take meanwhile. */
const lockedMs = 4_000;
const longestMs = 2_000;

/** Locks a customer while calls update it, and checks that calls on another customer are answered meanwhile. */
async function holdOneRecord({ cluster, account, client, mark }: Harm): Promise<void> {
  const another = client();
  const [locked, free] = await Promise.all([newCustomer(another), newCustomer(another)]);
  const update = (customer_ident: string) =>
    another.call('customer.update', { customer_ident, bill_city: 'locked' });
  let longest = 0;
  const waiting = await cluster.database.transaction(async (transaction) => {
    await transaction('customers').where({ account_id: account, customer_ident: locked }).forUpdate();
    const wanted = [update(locked), update(locked)];
    for (const end = performance.now() + lockedMs; performance.now() < end; ) {
      const { startedAt, ended } = await update(free);
      longest = Math.max(longest, ended - startedAt);
    }
    return { wanted };
  });
  mark();
  const outcomes = (await Promise.all(waiting.wanted)).map((entry) => entry.outcome);
  if (longest > longestMs || outcomes.some((outcome) => outcome !== 'done'))
    throw new Error(
      `calls on other records took up to ${Math.round(longest)} ms; those on it: ${outcomes.join(', ')}`,
    );
}

async function newCustomer(client: ReturnType<Harm['client']>): Promise<string> {
  const { envelope } = await client.call('customer.create', {});
  return String((envelope?.data as Readonly<Record<string, unknown>> | undefined)?.customer_ident);
}

/** Faults within Redis and the database. */
export const serverFaults: readonly Fault[] = [
  {
    guarantee: 'redis-emptied',
    name: 'Redis emptied (FLUSHALL)',
    promise: 'lost jobs are added again, lost replies come from the inbox',
    recoveryMs: 4_000,
    harm: async (harm) => {
      harm.mark();
      await toRedis(harm, (redis) => redis.flushall());
    },
  },
  {
    guarantee: 'redis-emptied',
    name: 'Redis started again without its data',
    promise: 'lost jobs are added again, lost replies come from the inbox',
    recoveryMs: 4_000,
    harm: async ({ cluster, mark }) => {
      await killServer(cluster.redis.server);
      await rm(path.join(cluster.dataFolder, 'redis'), { recursive: true });
      await cluster.redis.server.start();
      mark();
    },
  },
  {
    guarantee: 'redis-full',
    name: 'Redis out of memory',
    promise: '503 for what it refuses, and an answer to the rest',
    mayFailWith: [503],
    recoveryMs: 3_000,
    harm: async (harm) => {
      await toRedis(harm, async (redis) => {
        await redis.config('SET', 'maxmemory', '1mb');
        await delay(1_000);
        await redis.config('SET', 'maxmemory', '0');
      });
      harm.mark();
    },
  },
  {
    guarantee: 'locks-held',
    name: 'locks held by another connection',
    promise: 'sets wait, or run again',
    recoveryMs: 4_000,
    harm: async (harm) => {
      await holdSequences(harm, 3_500);
      harm.mark();
    },
  },
  {
    guarantee: 'record-locked',
    name: 'one record locked',
    promise: 'only calls on this record wait',
    recoveryMs: 2_000,
    harm: holdOneRecord,
  },
  {
    guarantee: 'deadlock-retried',
    name: 'deadlocks',
    promise: 'sets run again',
    recoveryMs: 4_000,
    harm: async (harm) => {
      harm.mark();
      for (let index = 0; index < 10; index += 1) await collide(harm);
    },
  },
  {
    guarantee: 'database-busy',
    name: 'no connection to be had',
    promise: 'sets wait for one',
    recoveryMs: 3_000,
    harm: async ({ cluster, mark }) => {
      const taken = new Set<Connection>();
      const end = performance.now() + 2_000;
      cluster.mariadb.proxy.cut();
      while (performance.now() < end) {
        const connection = await createConnection(cluster.mariadb.server.url).catch(() => undefined);
        if (connection) taken.add(connection.on('error', () => {}));
        else await delay(20);
      }
      for (const connection of taken) connection.destroy();
      mark();
    },
  },
];
