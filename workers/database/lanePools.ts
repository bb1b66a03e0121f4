import type { Lifecycle } from '../../shared/runtime/process/lifecycle.ts';
import type { Lane } from '../../shared/wire/queues.ts';
import { type Database, openDatabase } from './database.ts';
import type { StatementTimes } from './statementTimes.ts';

/**
 * Longer than a lock time-out. Short enough for a set that a silent database delayed to run again before the deadline of its
 * calls.
 */
const statementMs = 4_000;

/** The share of connections for bulk sets, so that single calls never wait for them. */
const bulkShare = 0.25;

interface PoolSettings {
  readonly databaseUrl: string;
  readonly databasePool: number;
}

export function openDatabases(
  times: ReadonlyMap<Lane, StatementTimes>,
  { databaseUrl, databasePool }: PoolSettings,
  lifecycle: Lifecycle,
): ReadonlyMap<Lane, Database> {
  const bulk = Math.max(1, Math.floor(databasePool * bulkShare));
  const connections = { interactive: databasePool - bulk, bulk };
  return new Map(
    [...times].map(([lane, ofLane]) => {
      const database = openDatabase(
        databaseUrl,
        times.size === 1 ? databasePool : connections[lane],
        statementMs,
        ofLane,
      );
      lifecycle.onStop('database', () => database.destroy());
      return [lane, database];
    }),
  );
}
