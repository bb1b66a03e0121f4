import type { Database } from './database.ts';

/** The part of tarn's pool that is used here; Knex has no types for it. */
interface Pool {
  readonly max: number;
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
  on(event: 'acquireRequest' | 'acquireSuccess' | 'acquireFail', handler: (id: number) => void): void;
}

/** The connections of a pool. */
export interface PoolState {
  readonly used: number;
  readonly free: number;
  readonly max: number;
  /** Sets and statements that wait for a connection. */
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

/** Calls back with the milliseconds that each connection was waited for, also when there was none in time. */
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

/** Whether the database answers within so many milliseconds. While all connections are in use, they show that. */
export async function answers(database: Database, limitMs: number): Promise<boolean> {
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
