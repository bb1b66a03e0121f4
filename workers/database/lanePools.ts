import type { Lane } from '../../shared/calls/queues.ts';
import type { Lifecycle } from '../../shared/process/lifecycle.ts';
import { type Database, openDatabase } from './database.ts';
import type { StatementTimes } from './statementTimes.ts';

/**
 * Milliseconds that a statement may take: longer than a lock time-out, and short enough for a set that a silent database
 * delayed to run again within its calls' deadline.
 */
const statementMs = 4_000;

/** Bulk sets get this part of a worker's connections, so that those of single calls never wait for them. */
const bulkShare = 0.25;

interface PoolSettings {
  readonly databaseUrl: string;
  readonly databasePool: number;
}

/** A pool for each lane that is served. */
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
