import knex, { type Knex } from 'knex';
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
const sessionSettings = [
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  `SET SESSION innodb_lock_wait_timeout = 3, sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION'`,
];

/** Opens a pool of at most `connections`; connects when the first statement comes. */
export function openDatabase(url: string, connections: number): Database {
  const settings = poolSettings(url, connections);
  const connection = { ...settings.connection, multipleStatements: true };
  return knex({ ...settings, connection, client: BatchingClient as unknown as typeof Knex.Client });
}

/** What a pool needs, whichever client of Knex uses it. */
export function poolSettings(url: string, connections: number) {
  return {
    connection: connectionOf(url),
    pool: { min: 0, max: connections, afterCreate: prepare },
    acquireConnectionTimeout: 3_000,
    log: silent,
  };
}

const nothing = () => {};
/** Knex writes what it catches to the console; everything that matters is thrown as well. */
const silent = { warn: nothing, error: nothing, deprecate: nothing, debug: nothing };

function connectionOf(url: string): Knex.MySql2ConnectionConfig {
  const { hostname, port, username, password, pathname } = new URL(url);
  return {
    host: hostname,
    port: Number(port || 3306),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    charset: 'utf8mb4',
    timezone: 'Z',
    dateStrings: true,
    connectTimeout: 3_000,
  };
}

function prepare(connection: Connection, done: (error: Error | null, connection: Connection) => void): void {
  const [first = '', second = ''] = sessionSettings;
  connection.query(first, (error) => {
    if (error) done(error, connection);
    else connection.query(second, (problem) => done(problem, connection));
  });
}
