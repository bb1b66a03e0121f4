import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../test/support/until.ts';
import type { Database } from '../../workers/database/database.ts';
import type { Harm } from '../faults/fault.ts';
import type { FaultCluster } from '../faults/faultCluster.ts';
import { type Attack, type LoadedAttack, underLoad } from './attack.ts';

/** Milliseconds that a storm lasts. */
export const stormMs = 5_000;

/** Connections that lock rows in other orders than the service. */
export const colliders = 2;

const deadlocks: LoadedAttack = {
  name: 'storm of deadlocks',
  done: `${colliders} outside connections lock customers, articles, addresses and number sequences of the account, in drawn orders, for 5 s`,
  holds: 'sets that the database ends run again; no call fails or is done twice',
  harm: async (harm) => {
    const { cluster } = harm;
    const before = endedSets(cluster);
    const end = performance.now() + stormMs;
    const ended = await Promise.all(Array.from({ length: colliders }, () => collideUntil(end, harm)));
    const sum = (count: (one: Collisions) => number) => ended.reduce((total, one) => total + count(one), 0);
    await until(() => endedSets(cluster) > before);
    return `${sum(({ rounds }) => rounds)} transactions, ${sum(({ lost }) => lost)} of which were ended by the database, as were ${endedSets(cluster) - before} sets of the service`;
  },
};

/** Sets that the database has ended for a deadlock, by the log. */
function endedSets({ log }: FaultCluster): number {
  return (
    log.match(/^.*"event":"set_retried".*$/gm)?.filter((line) => line.includes('ER_LOCK_DEADLOCK')).length ??
    0
  );
}

interface Collisions {
  readonly rounds: number;
  /** Connections that the database ended. */
  readonly lost: number;
}

async function collideUntil(end: number, { cluster, account, draw }: Harm): Promise<Collisions> {
  const tables = ['customers', 'articles', 'addresses', 'number_sequences'];
  return inTransactions(cluster.database, end, async (transaction) => {
    for (const table of tables.toSorted(() => draw.below(2) - 0.5))
      await transaction(table).where({ account_id: account }).limit(20).forUpdate().select('account_id');
  });
}

/** Does the work again and again, each time in a transaction of its own. */
export async function inTransactions(
  database: Database,
  end: number,
  work: (transaction: Database) => Promise<void>,
): Promise<Collisions> {
  let rounds = 0;
  let lost = 0;
  for (; performance.now() < end; rounds += 1) await database.transaction(work).catch(() => (lost += 1));
  return { rounds, lost };
}

/** Milliseconds between two kills: a set takes some milliseconds, and several run at once. */
const betweenKillsMs = 25;

export function kills(what: 'QUERY' | 'CONNECTION'): LoadedAttack<FaultCluster> {
  return {
    name: `KILL ${what} at random`,
    done: `every ${betweenKillsMs} ms, ${what === 'QUERY' ? 'the statement of a' : 'a'} drawn connection of a worker is killed in the database, for 5 s`,
    holds: 'sets run again on a new connection if needed; no call fails or is done twice',
    harm: async ({ cluster, draw }) => {
      const own = await ownConnections(cluster);
      let killed = 0;
      for (const end = performance.now() + stormMs; performance.now() < end; await delay(betweenKillsMs)) {
        const id = draw.one(await workerConnections(cluster, own));
        if (id === undefined) continue;
        await cluster.database.raw(`KILL ${what} ${id}`).catch(() => {}); // it has ended meanwhile
        killed += 1;
      }
      return `${killed} killed`;
    },
  };
}

/** Connections of the test's pool, which has four. */
async function ownConnections({ database }: FaultCluster): Promise<readonly number[]> {
  const asked = Array.from({ length: 4 }, () => database.raw('SELECT CONNECTION_ID() AS id, SLEEP(0.2)'));
  return (await Promise.all(asked)).map(([[{ id }]]) => Number(id));
}

/** Returns the connections that run a statement, or all if there are none. */
async function workerConnections(
  { database }: FaultCluster,
  own: readonly number[],
): Promise<readonly number[]> {
  const [rows] = await database.raw('SELECT ID, COMMAND FROM information_schema.PROCESSLIST');
  const shown = rows as readonly { readonly ID: number; readonly COMMAND: string }[];
  const others = shown.filter(({ ID }) => !own.includes(ID));
  const busy = others.filter(({ COMMAND }) => COMMAND !== 'Sleep');
  return (busy.length > 0 ? busy : others).map(({ ID }) => ID);
}

/** Others who use the database. */
export const databaseAttacks: readonly Attack[] = [
  underLoad(deadlocks),
  underLoad(kills('QUERY')),
  underLoad(kills('CONNECTION')),
];
