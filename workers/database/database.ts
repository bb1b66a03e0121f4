import knex, { type Knex } from 'knex';
import { serverAddress } from '../../shared/serverUrls.ts';
import { BatchingClient } from './batchingClient.ts';

/** MySQL or MariaDB through Knex: a pool, or a transaction on one of its connections. */
export type Database = Knex;

/** What we use of a mysql2 connection before Knex gets it. */
interface Connection {
  query(sql: string, done: (error: Error | null) => void): void;
}

/**
 * Whatever the server's own are: nothing is cut to fit, and backslashes escape, as the driver takes for granted.
 * Each statement sees what is committed (no snapshot can hide a winner's row), and locks that can't be had
 * fail well within a call's deadline.
 */
function sessionSettings(statementMs: number | undefined): readonly string[] {
  // Statistics lag behind a table that grows fast: from them, a set of 256 numbers may be looked for in a whole account.
  const dives = 'eq_range_index_dive_limit = 0';
  const strict = `sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION'`;
  return [
    'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
    `SET SESSION innodb_lock_wait_timeout = 3, ${dives}, ${strict} ${statementMs ? limitsSql(statementMs) : ''}`,
  ];
}

/**
 * The server gives up too, and lets go of locks: of a statement that takes too long, and of a transaction that a frozen
 * worker left open. MySQL can do the first for SELECT only, and the second not at all.
 */
function limitsSql(statementMs: number): string {
  const seconds = Math.ceil(statementMs / 1_000);
  const mariadb = `/*M! , max_statement_time = ${statementMs / 1_000}, idle_transaction_timeout = ${seconds} */`;
  const mysql = `/*!50708 , max_execution_time = ${statementMs} */`;
  return `${mariadb} ${mysql}`;
}

/** Milliseconds until a connection must be there. */
const connectMs = 3_000;

/**
 * Opens a pool of at most `connections`; connects when the first statement comes. A statement that takes longer than
 * `statementMs`, if that is given, fails, and its connection is not used again.
 */
export function openDatabase(url: string, connections: number, statementMs?: number): Database {
  const settings = poolSettings(url, connections, statementMs);
  const connection = { ...settings.connection, multipleStatements: true };
  const client = BatchingClient as unknown as typeof Knex.Client;
  return knex({ ...settings, connection, client, ...(statementMs && { statementMs }) });
}

/** What a pool needs, whichever client of Knex uses it. */
export function poolSettings(url: string, connections: number, statementMs?: number) {
  const prepare = prepareWith(sessionSettings(statementMs));
  return {
    connection: connectionOf(url),
    pool: { min: 0, max: connections, afterCreate: prepare, createTimeoutMillis: connectMs },
    acquireConnectionTimeout: connectMs,
    log: silent,
  };
}

const nothing = () => {};
/** Knex writes what it catches to the console; everything that matters is thrown as well. */
const silent = { warn: nothing, error: nothing, deprecate: nothing, debug: nothing };

function connectionOf(url: string): Knex.MySql2ConnectionConfig {
  const { host, port, user, password, database, usesTls, ca } = serverAddress(url);
  // One object for the whole pool, so that its connections resume their TLS sessions. Without `verifyIdentity`, any
  // server with a certificate of a known authority would do.
  const ssl = { verifyIdentity: true, ...(ca && { ca }) };
  return {
    ...{ host, port, user, password, database },
    ...(usesTls && { ssl }),
    charset: 'utf8mb4',
    timezone: 'Z',
    dateStrings: true,
    connectTimeout: connectMs,
  };
}

type Prepared = (error: Error | null, connection: Connection) => void;

function prepareWith([first = '', second = '']: readonly string[]) {
  return (connection: Connection, done: Prepared): void =>
    connection.query(first, (error) => {
      if (error) done(error, connection);
      else connection.query(second, (problem) => done(problem, connection));
    });
}
