import { promisify } from 'node:util';
import { setServerTraits } from './pipeliningClient.ts';

interface Connection {
  destroy(): void;
  query(sql: string, done: (error: Error | null, rows?: unknown) => void): void;
}

type PreparedCallback = (error: Error | null, connection: Connection) => void;

export function prepareSession(statementMs: number | undefined) {
  return (connection: Connection, done: PreparedCallback): void => {
    setUp(connection, statementMs).then(
      () => done(null, connection),
      /* v8 ignore next 4 -- the server would have to fail between two statements of a new session. */
      (error: Error) => {
        // Knex forgets the connection, which would stay open at the server.
        connection.destroy();
        done(error, connection);
      },
    );
  };
}

async function setUp(connection: Connection, statementMs: number | undefined): Promise<void> {
  const query = promisify<string, unknown>(connection.query.bind(connection));
  for (const statement of sessionSettings(statementMs)) await query(statement);
  const server = valuesOf(await query(serverVariables));
  const isClusterNode = server.get('wsrep_on') === 'ON';
  if (isClusterNode) await catchUp(query);
  const isMariadb = productOf(server.get('version') ?? '') === 'MariaDB';
  if (!isMariadb) await query(freshStatistics);
  const idleSeconds = statementMs && !isMariadb ? inSeconds(statementMs) : undefined;
  setServerTraits(connection, isClusterNode, idleSeconds);
}

/** Tells the products apart by the text of `VERSION()`. */
export function productOf(version: string): 'MariaDB' | 'MySQL' {
  return version.includes('MariaDB') ? 'MariaDB' : 'MySQL';
}

/** MySQL would report sizes of tables that are up to a day old. MariaDB has no such setting: its sizes are never that old. */
const freshStatistics = 'SET SESSION information_schema_stats_expiry = 0';

const serverVariables = `SHOW VARIABLES WHERE Variable_name IN ('version', 'wsrep_on')`;

function valuesOf(rows: unknown): ReadonlyMap<string, string> {
  const variables = rows as readonly { readonly Variable_name: string; readonly Value: string }[];
  return new Map(variables.map(({ Variable_name, Value }) => [Variable_name, Value]));
}

/**
 * Makes sessions independent of the server's own settings. Values that are too long are refused, and backslashes escape, as the
 * driver expects. Each statement sees what is committed, so that no snapshot hides the row of a faster worker. The lock
 * time-out is short, so that a set can be tried again in parts, several times before a call's deadline.
 */
function sessionSettings(statementMs: number | undefined): readonly string[] {
  // Statistics of a table that grows fast are old. With them, the server may read a whole account for a set of 256 numbers.
  const dives = 'eq_range_index_dive_limit = 0';
  const strict = `sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION'`;
  return [
    'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
    // CHAIN makes COMMIT begin the next transaction. A single statement is never committed if autocommit is off.
    `SET SESSION completion_type = 'NO_CHAIN', autocommit = 1`,
    `SET SESSION innodb_lock_wait_timeout = 1, ${dives}, ${strict} ${statementMs ? limitsSql(statementMs) : ''}`,
  ];
}

/** The server ends a statement before the driver does, which can only end the connection. */
const earlierMs = 100;

/**
 * Makes the server end and unlock statements that take too long (MySQL: only a SELECT), statements that a frozen worker has
 * sent or read in part, and transactions that it left open (MySQL: `ServerTraits`).
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

/* v8 ignore next -- only at a node of Galera: lab/topologies/galera.test.ts. */
class NotCaughtUp extends Error {
  readonly code = 'NOT_CAUGHT_UP';

  constructor(cause: unknown) {
    super('the node of the database cluster has not caught up with the others', { cause });
  }
}

/** The read waits until the node has applied all that the cluster has committed before it. */
const waitingRead = ['SET SESSION wsrep_sync_wait = 1', 'SELECT 1', 'SET SESSION wsrep_sync_wait = DEFAULT'];

/**
 * Waits until a node of a Galera cluster has all that was committed before the connection was made. After a fail-over, the new
 * writer may still have to apply writes that the former one has acknowledged, and clients would not read their own writes. A
 * node that was expelled and has not noticed it yet does not answer either. Each new connection takes one round trip between
 * the nodes. Calls take none.
 */
/* v8 ignore next -- only at a node of Galera: lab/topologies/galera.test.ts. */
async function catchUp(query: (sql: string) => Promise<unknown>): Promise<void> {
  try {
    for (const statement of waitingRead) await query(statement);
  } catch (error) {
    // The server reports a lock time-out, for which the set would be divided.
    throw new NotCaughtUp(error);
  }
}
