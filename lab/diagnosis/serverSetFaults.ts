import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Harmed, Scene, SetFault } from './setFault.ts';
import type { LinkName } from './setServers.ts';

/** Alerts of calls that wait for a lock, until they fail. */
const stuck = [
  'CounterfoilLockWaits',
  'CounterfoilOldCalls',
  'CounterfoilSetRetries lock_timeout',
  'CounterfoilSetRetries slow',
];
const slowRedis = ['CounterfoilRedisSlow'];
const slowDatabase = ['CounterfoilDatabaseSlow'];

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
    const proxy = set.servers.links[link];
    proxy.answerDelayMs = ms + draw.below(ms);
    return {
      undo: () => {
        proxy.answerDelayMs = 0;
      },
    };
  };
  return { name: `delay: ${link} (strength drawn)`, expected: ['network'], alerts: alertsOf(link), harm };
}

function alertsOf(link: LinkName): readonly string[] {
  return link === 'workers to the database' ? slowDatabase : slowRedis;
}

const lossShare = 8;
const resentMs = 220;

/** Some bytes come as late as those of a packet that was lost and sent again. */
function lossy(link: LinkName): SetFault {
  const harm = async ({ set, draw }: Scene) => {
    const proxy = set.servers.links[link];
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
  return { name: `loss: ${link}`, expected: ['network'], alerts: alertsOf(link), harm };
}

/** Runs transactions of another program that lock two accounts' numbers in opposite orders. */
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

async function blockRedis({ set }: Scene): Promise<Harmed> {
  const script = 'local sum = 0 for i = 1, 3000000 do sum = sum + i end return sum';
  const clients = [1, 2].map(() => new Redis(set.servers.redis.server.url));
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
  const client = new Redis(set.servers.redis.server.url);
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

export const serverSetFaults: readonly SetFault[] = [
  {
    name: 'table locked',
    expected: ['lock'],
    alerts: stuck,
    harm: (scene) => held(scene, ['LOCK TABLES articles WRITE']),
  },
  {
    name: 'table locked (drawn)',
    expected: ['lock'],
    alerts: stuck,
    harm: (scene) => held(scene, [`LOCK TABLES ${scene.draw.one(locked)} WRITE`]),
  },
  {
    name: 'long transaction',
    expected: ['lock'],
    alerts: stuck,
    harm: (scene) => held(scene, ['SELECT * FROM number_sequences FOR UPDATE']),
  },
  {
    name: 'deadlocks of another program',
    expected: ['deadlocks', 'lock'],
    alerts: ['CounterfoilSetRetries deadlock', ...stuck],
    harm: makeDeadlocks,
  },
  { name: 'slow fsync', expected: ['commits'], alerts: slowDatabase, harm: slowCommits },
  {
    name: 'connections of the database used up',
    expected: ['connections'],
    alerts: ['CounterfoilSetRetries connection', 'CounterfoilSetRetries pool', 'CounterfoilOldCalls'],
    harm: useUpConnections,
  },
  {
    name: 'database stopped',
    expected: ['databaseAway'],
    alerts: ['CounterfoilOldCalls', 'CounterfoilSetRetries', 'CounterfoilFailures'],
    harm: async ({ set }) => {
      const pid = set.servers.database.server.pid as number;
      process.kill(pid, 'SIGSTOP');
      return { undo: () => process.kill(pid, 'SIGCONT') };
    },
  },
  {
    name: 'Redis full',
    expected: ['redis'],
    alerts: ['CounterfoilRejections redis_full', 'CounterfoilRejections redis'],
    harm: async (scene) => {
      await configureRedis(scene, '1');
      return { named: 'full', undo: () => configureRedis(scene, '0') };
    },
  },
  { name: 'Redis slow', expected: ['redis'], alerts: slowRedis, harm: blockRedis },
  delayed('gateways to Redis', 60),
  delayed('workers to Redis', 60),
  delayed('workers to the database', 40),
  lossy('gateways to Redis'),
  lossy('workers to Redis'),
  lossy('workers to the database'),
];
