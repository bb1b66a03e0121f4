import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { LinkName } from './faultedSet.ts';
import type { Harmed, Scene, SetFault } from './setFault.ts';

/** Runs statements on one connection of another program, which keeps what they lock. */
async function held(scene: Scene, statements: readonly string[]): Promise<Harmed> {
  const transaction = await scene.set.chief.transaction();
  for (const statement of statements) await transaction.raw(statement);
  const [[{ id }]] = await transaction.raw('SELECT CONNECTION_ID() AS id');
  // The remedy may have ended the connection.
  const undo = () => transaction.rollback().catch(() => {});
  return { named: `connection ${id} `, undo };
}

const locked = ['articles', 'customers', 'number_sequences', 'inbox'];

function delayed(link: LinkName, ms: number): SetFault {
  const harm = async ({ set, draw }: Scene) => {
    const proxy = set.links[link];
    proxy.answerDelayMs = ms + draw.below(ms);
    return {
      undo: () => {
        proxy.answerDelayMs = 0;
      },
    };
  };
  return { name: `delay: ${link} (strength drawn)`, expected: ['network'], harm };
}

const lossShare = 8;
const resentMs = 220;

/** Some bytes come as late as those of a packet that was lost and sent again. */
function lossy(link: LinkName): SetFault {
  const harm = async ({ set, draw }: Scene) => {
    const proxy = set.links[link];
    proxy.mangle = async (bytes) => {
      if (draw.below(lossShare) === 0) await delay(resentMs);
      return bytes;
    };
    return {
      undo: () => {
        proxy.mangle = undefined;
      },
    };
  };
  return { name: `loss: ${link}`, expected: ['network'], harm };
}

/** Transactions of another program that lock two accounts' numbers in opposite orders. */
async function makeDeadlocks({ set }: Scene): Promise<Harmed> {
  const end = new AbortController();
  const rows = (await set.chief('number_sequences').select('account_id').groupBy('account_id').limit(2)) as {
    account_id: number;
  }[];
  const [one, other] = rows.map(({ account_id }) => account_id) as [number, number];
  const loop = async (ids: readonly number[]) => {
    while (!end.signal.aborted)
      await set.chief
        .transaction(async (transaction) => {
          for (const id of ids) {
            await transaction('number_sequences').where({ account_id: id }).forUpdate();
            await delay(20);
          }
        })
        .catch(() => {}); // one of each two
  };
  const loops = [loop([one, other]), loop([other, one]), loop([one, other]), loop([other, one])];
  return {
    undo: () => {
      end.abort();
      return Promise.all(loops);
    },
  };
}

async function useUpConnections({ set }: Scene): Promise<Harmed> {
  const end = new AbortController();
  const guests = set.openGuests(65);
  const idle = Array.from({ length: 65 }, async () => {
    while (!end.signal.aborted) await guests.raw('SELECT SLEEP(5)').catch(() => delay(500));
  });
  return {
    undo: async () => {
      end.abort();
      await Promise.all(idle);
      await guests.destroy();
      await set.chief.raw('SET GLOBAL max_connections = 60');
    },
  };
}

async function slowRedis({ set }: Scene): Promise<Harmed> {
  const script = 'local sum = 0 for i = 1, 3000000 do sum = sum + i end return sum';
  const clients = [1, 2].map(() => new Redis(set.redis.server.url));
  const end = new AbortController();
  const running = clients.map(async (client) => {
    while (!end.signal.aborted) await client.eval(script, 0).catch(() => delay(100));
    client.disconnect();
  });
  return {
    undo: () => {
      end.abort();
      return Promise.all(running);
    },
  };
}

async function configureRedis({ set }: Scene, maxmemory: string): Promise<void> {
  const client = new Redis(set.redis.server.url);
  await client.config('SET', 'maxmemory', maxmemory);
  client.disconnect();
}

async function slowCommits({ set: { chief } }: Scene): Promise<Harmed> {
  const change = (count: number, microseconds: number) =>
    chief.raw('SET GLOBAL binlog_commit_wait_count = ?, GLOBAL binlog_commit_wait_usec = ?', [
      count,
      microseconds,
    ]);
  await change(1_000, 250_000);
  return { undo: () => change(0, 100_000) };
}

const flooded = [['article.create', (at: number) => ({ article_title: `Tea ${at}` })]] as const;

export const serverSetFaults: readonly SetFault[] = [
  {
    name: 'table locked',
    expected: ['lock'],
    harm: (scene) => held(scene, ['LOCK TABLES articles WRITE']),
  },
  {
    name: 'table locked (drawn)',
    expected: ['lock'],
    harm: (scene) => held(scene, [`LOCK TABLES ${scene.draw.one(locked)} WRITE`]),
  },
  {
    name: 'long transaction',
    expected: ['lock'],
    harm: (scene) => held(scene, ['SELECT * FROM number_sequences FOR UPDATE']),
  },
  { name: 'deadlocks of another program', expected: ['deadlocks', 'lock'], harm: makeDeadlocks },
  { name: 'slow fsync', expected: ['commits'], harm: slowCommits },
  { name: 'connections of the database used up', expected: ['connections'], harm: useUpConnections },
  {
    name: 'database stopped',
    expected: ['databaseAway'],
    harm: async ({ set }) => {
      const pid = set.database.server.pid as number;
      process.kill(pid, 'SIGSTOP');
      return { undo: () => process.kill(pid, 'SIGCONT') };
    },
  },
  {
    name: 'Redis full',
    expected: ['redis'],
    harm: async (scene) => {
      await configureRedis(scene, '1');
      return { named: 'full', undo: () => configureRedis(scene, '0') };
    },
  },
  { name: 'Redis slow', expected: ['redis'], harm: slowRedis },
  delayed('gateways to Redis', 60),
  delayed('workers to Redis', 60),
  delayed('workers to the database', 40),
  lossy('gateways to Redis'),
  lossy('workers to Redis'),
  lossy('workers to the database'),
  {
    name: 'one account floods (drawn)',
    expected: ['account'],
    harm: async ({ set, load, draw }) => {
      const tenant = draw.one(set.tenants.slice(1));
      load.extra = { tenant, rate: 500, kind: flooded[0] };
      return {
        named: tenant.account,
        undo: () => {
          load.extra = undefined;
        },
      };
    },
  },
];
