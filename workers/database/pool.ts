import type { Knex } from 'knex';
import { serverAddress } from '../../shared/runtime/settings/serverAddress.ts';
import type { Database } from './database.ts';
import type { PipelineConfig, StatementObserver } from './pipeliningClient.ts';
import { productOf } from './session.ts';

export interface Query {
  readonly sql: string;
  readonly bindings?: readonly Knex.RawBinding[];
}

/** Returns the rows of a query whose text is written by hand. */
export async function queryRows<Row>(
  database: Database,
  { sql, bindings = [] }: Query,
): Promise<readonly Row[]> {
  const [rows] = (await database.raw(sql, [...bindings])) as [readonly Row[]];
  return rows;
}

/** Used part of tarn's pool; Knex has no types for it. */
interface Pool {
  readonly max: number;
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
  on(event: 'acquireRequest' | 'acquireSuccess' | 'acquireFail', handler: (id: number) => void): void;
}

export interface PoolState {
  readonly used: number;
  readonly free: number;
  readonly max: number;
  readonly waiting: number;
}

export function poolState(database: Database): PoolState {
  const pool = poolOf(database);
  return {
    used: pool.numUsed(),
    free: pool.numFree(),
    max: pool.max,
    waiting: pool.numPendingAcquires(),
  };
}

/** Reports the milliseconds that each wait for a connection took, even if it failed. */
export function watchWaits(database: Database, onWait: (ms: number) => void): void {
  const pool = poolOf(database);
  const since = new Map<number, number>();
  const end = (id: number) => {
    onWait(performance.now() - (since.get(id) ?? performance.now()));
    since.delete(id);
  };
  pool.on('acquireRequest', (id) => since.set(id, performance.now()));
  pool.on('acquireSuccess', end);
  pool.on('acquireFail', end);
}

/** Checks that the database answers in time. If all connections are in use, it takes that as an answer. */
export async function isReachable(database: Database, limitMs: number): Promise<boolean> {
  const { used, max } = poolState(database);
  if (used >= max) return true;
  try {
    await database.raw('SELECT 1').timeout(limitMs);
    return true;
  } catch {
    return false;
  }
}

function poolOf(database: Database): Pool {
  return database.client.pool as Pool;
}

type ServerAttributes = Readonly<Record<string, string | number>>;

/** Calls the observer with each further statement of the pools. Rejects if the database does not answer. */
export async function observeStatements(
  [...databases]: Iterable<Database>,
  url: string,
  observerOf: (server: ServerAttributes) => StatementObserver,
): Promise<void> {
  const [first] = databases;
  if (!first) return;
  const observer = observerOf(await attributesOf(first, url));
  for (const database of databases) (database.client.config as PipelineConfig).observer = observer;
}

async function attributesOf(database: Database, url: string): Promise<ServerAttributes> {
  const { host, port, database: namespace } = serverAddress(url);
  const [[row]] = (await database.raw('SELECT VERSION() AS version')) as [[{ readonly version: string }]];
  return {
    'db.system.name': productOf(row.version) === 'MariaDB' ? 'mariadb' : 'mysql',
    'db.namespace': namespace,
    'server.address': host,
    'server.port': port,
  };
}
