import { promisify } from 'node:util';
import { catchUp } from './catchUp.ts';
import { clusterNodes } from './clusterNodes.ts';
import { idleTransactions } from './idleTransactions.ts';

/** The part of a mysql2 connection that is used before Knex gets it. */
interface Connection {
  query(sql: string, done: (error: Error | null, rows?: unknown) => void): void;
}

type Prepared = (error: Error | null, connection: Connection) => void;

/** Sets up each session of a pool; statements may take `statementMs`, if that is given. */
export function prepareSession(statementMs: number | undefined) {
  return (connection: Connection, done: Prepared): void => {
    setUp(connection, statementMs).then(
      () => done(null, connection),
      (error: Error) => done(error, connection),
    );
  };
}

async function setUp(connection: Connection, statementMs: number | undefined): Promise<void> {
  const query = promisify<string, unknown>(connection.query.bind(connection));
  for (const statement of sessionSettings(statementMs)) await query(statement);
  const server = valuesOf(await query(serverVariables));
  if (server.get('wsrep_on') === 'ON') {
    clusterNodes.add(connection);
    await catchUp(query);
  }
  const isMariaDB = server.get('version')?.includes('MariaDB');
  if (statementMs && !isMariaDB) idleTransactions.limit(connection, inSeconds(statementMs));
}

/** Which server it is, and whether it is a node of a Galera cluster. */
const serverVariables = `SHOW VARIABLES WHERE Variable_name IN ('version', 'wsrep_on')`;

function valuesOf(rows: unknown): ReadonlyMap<string, string> {
  const variables = rows as readonly { readonly Variable_name: string; readonly Value: string }[];
  return new Map(variables.map(({ Variable_name, Value }) => [Variable_name, Value]));
}

/**
 * They do not depend on the server's own settings: values that are too long are refused, and backslashes escape, as the
 * driver expects. Each statement sees what is committed: no snapshot hides the row of a faster worker. A lock time-out
 * comes so soon that a set can be tried again in parts, several times within a call's deadline.
 */
function sessionSettings(statementMs: number | undefined): readonly string[] {
  // Statistics of a table that grows fast are old: with them, the server may search a whole account for a set of 256 numbers.
  const dives = 'eq_range_index_dive_limit = 0';
  const strict = `sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION'`;
  return [
    'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
    // With CHAIN, COMMIT would begin the next transaction at once; without autocommit, a single statement would never be committed.
    `SET SESSION completion_type = 'NO_CHAIN', autocommit = 1`,
    `SET SESSION innodb_lock_wait_timeout = 1, ${dives}, ${strict} ${statementMs ? limitsSql(statementMs) : ''}`,
  ];
}

/** Milliseconds by which the server ends a statement before the driver, which can only end the connection. */
const earlierMs = 100;

/**
 * The server ends these too, and releases their locks: a statement that takes too long (MySQL: only a SELECT), one that a
 * frozen worker has sent or read in part, and a transaction that it left open (MySQL: see `idleTransactions`).
 */
function limitsSql(statementMs: number): string {
  const seconds = inSeconds(statementMs);
  const both = `, net_read_timeout = ${seconds}, net_write_timeout = ${seconds}`;
  const ownMs = statementMs - earlierMs;
  const mariadb = `/*M! , max_statement_time = ${ownMs / 1_000}, idle_transaction_timeout = ${seconds} */`;
  const mysql = `/*!50708 , max_execution_time = ${ownMs} */`;
  return `${both} ${mariadb} ${mysql}`;
}

function inSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1_000);
}
