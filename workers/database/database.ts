import knex, { type Knex } from 'knex';
import type { Lifecycle } from '../../shared/runtime/process/lifecycle.ts';
import { serverAddress } from '../../shared/runtime/settings/serverAddress.ts';
import type { Lane } from '../../shared/wire/queues.ts';
import { PipeliningClient } from './pipeliningClient.ts';
import { prepareSession } from './session.ts';
import type { StatementTimes } from './statementTimes.ts';

/** Pool, or a transaction on one of its connections. */
export type Database = Knex;

const connectMs = 3_000;

/**
 * Opens a pool of at most `connections`, which connects with the first statement. A statement that takes longer than
 * `statementMs` fails, and its connection is not used again. `times` counts how long statements take.
 */
export function openDatabase(
  url: string,
  connections: number,
  statementMs?: number,
  times?: StatementTimes,
): Database {
  const settings = poolSettings(url, connections, statementMs);
  const connection = { ...settings.connection, multipleStatements: true };
  const client = PipeliningClient as unknown as typeof Knex.Client;
  return knex({
    ...settings,
    connection,
    client,
    ...(statementMs && { statementMs }),
    ...(times && { times }),
  });
}

export function poolSettings(url: string, connections: number, statementMs?: number) {
  return {
    connection: connectionOf(url),
    pool: {
      min: 0,
      max: connections,
      afterCreate: prepareSession(statementMs),
      createTimeoutMillis: connectMs,
    },
    acquireConnectionTimeout: connectMs,
    log: silent,
  };
}

const nothing = () => {};
/** Knex writes caught errors to the console; all of them are thrown as well. */
const silent = { warn: nothing, error: nothing, deprecate: nothing, debug: nothing };

function connectionOf(url: string): Knex.MySql2ConnectionConfig {
  const { host, port, user, password, database, usesTls, ca } = serverAddress(url);
  // All connections of the pool share this object, so that they resume their TLS sessions. Without `verifyIdentity`, any server
  // with a certificate of a known authority would be accepted.
  const ssl = { verifyIdentity: true, ...(ca && { ca }) };
  return {
    host,
    port,
    user,
    password,
    database,
    ...(usesTls && { ssl }),
    charset: 'utf8mb4',
    timezone: 'Z',
    dateStrings: true,
    connectTimeout: connectMs,
  };
}

/**
 * Limit of a statement. Longer than a lock time-out, and short enough for a set that a silent database delayed to run again
 * before the deadline of its calls.
 */
const statementMs = 4_000;

/** Share of connections for bulk sets, so that single calls never wait for them. */
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

/**
 * Runs reads on one snapshot of the database: none of them sees what others commit meanwhile. It costs one round trip, for
 * COMMIT; the isolation level and BEGIN are sent with the first read. An open transaction is used as it is.
 */
export function inSnapshot<T>(database: Database, work: (snapshot: Database) => Promise<T>): Promise<T> {
  return database.isTransaction
    ? work(database)
    : database.transaction(work, { isolationLevel: 'repeatable read' });
}
