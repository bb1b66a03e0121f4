import type { Knex } from 'knex';
import Mysql2Client from 'knex/lib/dialects/mysql2/index.js';
import { errorKindOf } from '../../shared/runtime/databaseErrors.ts';
import type { StatementTimes } from './statementTimes.ts';

/** Statement of Knex, which reads `response` afterwards. */
interface Statement {
  readonly sql: string;
  readonly bindings?: readonly unknown[];
  readonly options?: { readonly deferred?: boolean; readonly awaitsLock?: boolean };
  response?: readonly [rows: unknown, fields: unknown];
}

interface Connection {
  query(
    statement: { readonly sql: string; readonly values?: readonly unknown[]; readonly timeout?: number },
    done: (error: (Error & { code?: string }) | null, results?: unknown, fields?: unknown) => void,
  ): { on(event: 'result', listener: () => void): unknown };
  readonly stream: { destroy(): void };
  destroy(): void;
}

/** Called when statements are sent, alone or together. Returns the function to call with their answer, or undefined. */
export type StatementObserver = (
  sqls: readonly string[],
) => ((error: (Error & { readonly code?: string }) | null) => void) | undefined;

export interface PipelineConfig {
  readonly statementMs?: number;
  observer?: StatementObserver;
  readonly times?: StatementTimes;
}

const beginsTransaction = /^(BEGIN|SET TRANSACTION .*);$/;
const beginStatement = 'BEGIN;';
const commit = 'COMMIT;';
const rollback = 'ROLLBACK';

/** Properties of a connection's server that change what is sent to it. */
interface ServerTraits {
  /**
   * True for a node of a Galera cluster, which gets statements one by one. A node ends a transaction that conflicts with one of
   * another node. If that happens between two statements that were sent together, MariaDB reports no error and runs the rest
   * without a transaction: a set would be written in part, and acknowledged. After a statement that was sent alone, the next
   * one gets error 1213. The price is a round trip for each statement.
   */
  readonly isClusterNode: boolean;
  /**
   * Statements after BEGIN, and after COMMIT or ROLLBACK, which limit the time of idle transactions on MySQL. If a client
   * freezes, MySQL ends its open transaction only by closing the idle connection, and a lasting limit would also close idle
   * connections of the pool.
   */
  readonly afterBegin: string;
  readonly afterEnd: string;
}

const noTraits: ServerTraits = { isClusterNode: false, afterBegin: '', afterEnd: '' };

/** Traits by connection. Connections without an entry have none. */
export const serverTraits = new WeakMap<object, ServerTraits>();

/** Sets what a connection's server needs. Call it before the connection is used. */
export function setServerTraits(connection: object, isClusterNode: boolean, idleSeconds?: number): void {
  if (!isClusterNode && idleSeconds === undefined) return;
  /* v8 ignore next -- only with Galera or MySQL: the suites topologies and mysql. */
  serverTraits.set(connection, {
    isClusterNode,
    afterBegin: idleSeconds === undefined ? '' : `;\nSET SESSION wait_timeout = ${idleSeconds}`,
    afterEnd: idleSeconds === undefined ? '' : ';\nSET SESSION wait_timeout = DEFAULT',
  });
}

/** Result of a statement that has not run yet. */
const later = [{}, undefined] as const;

/**
 * Defers a statement whose result is not needed. In a transaction, it is sent with the next statement. Its error then rejects
 * that one, or at the latest the commit.
 */
export function deferred<Query extends Knex.QueryBuilder | Knex.Raw>(query: Query): Query {
  query.options({ deferred: true });
  return query;
}

/** Counts the time of a statement as waiting for a lock of another transaction. */
export function awaitingLock<Query extends Knex.QueryBuilder>(query: Query): Query {
  query.options({ awaitsLock: true });
  return query;
}

/**
 * Saves round trips of Knex's MySQL client: in a transaction, BEGIN and deferred statements are sent with the next statement
 * whose result is needed. A set of creates takes three round trips instead of seven. It costs the worker and the database a
 * tenth less, and holds its locks for a shorter time.
 */
export class PipeliningClient extends Mysql2Client {
  declare readonly config: Knex.Config & PipelineConfig;
  static readonly #waiting = new WeakMap<Connection, Statement[]>();
  /**
   * Connections that are not used again and need no rollback: a statement took too long, or their server takes no statements.
   */
  static readonly ended = new WeakSet<Connection>();

  /** Notes why no connection can be opened. Sets run again meanwhile. */
  override async acquireRawConnection(): Promise<unknown> {
    const { times } = this.config;
    try {
      const connection = await super.acquireRawConnection();
      times?.noteConnected();
      return connection;
    } catch (error) {
      const { code, name } = error as { readonly code?: string; readonly name: string };
      times?.noteUnconnected(code ?? name);
      throw error;
    }
  }

  protected override async _query(connection: Connection, statement: Statement): Promise<Statement> {
    if (!this.transacting) return send(connection, [statement], this.config);

    const waiting = PipeliningClient.#waiting.get(connection) ?? [];
    if (beginsTransaction.test(statement.sql) || statement.options?.deferred) {
      PipeliningClient.#waiting.set(connection, [...waiting, statement]);
      return Object.assign(statement, { response: later });
    }
    PipeliningClient.#waiting.delete(connection);
    if (statement.sql !== rollback) return sendAll(connection, [...waiting, statement], this.config);
    const hasStarted =
      !beginsTransaction.test(waiting[0]?.sql ?? '') && !PipeliningClient.ended.has(connection);
    return hasStarted
      ? send(connection, [statement], this.config)
      : Object.assign(statement, { response: later });
  }
}

/** Resolves to the last statement with its response. Rejects with the first error, and sends no further statement. */
async function sendAll(
  connection: Connection,
  statements: readonly Statement[],
  config: PipelineConfig,
): Promise<Statement> {
  const last = statements.at(-1) as Statement;
  try {
    if (!serverTraits.get(connection)?.isClusterNode) return await send(connection, statements, config);
    /* v8 ignore next -- only at a node of Galera: lab/topologies/galera.test.ts. */
    for (const packet of clusterPackets(statements)) await send(connection, packet, config);
    return last;
  } catch (error) {
    if (last.sql === commit && !errorKindOf(error).endsConnection) await rollBack(connection, config);
    throw error;
  }
}

/** Puts each statement into a packet of its own. BEGIN goes with the next one, since nothing is locked before that. */
/* v8 ignore next -- only at a node of Galera: lab/topologies/galera.test.ts. */
function clusterPackets(statements: readonly Statement[]): readonly (readonly Statement[])[] {
  const first = beginsTransaction.test(statements[0]?.sql ?? '') ? 2 : 1;
  return [statements.slice(0, first), ...statements.slice(first).map((statement) => [statement])];
}

/** Sends statements as one. Resolves to the last one with its response. Rejects with the first error. */
function send(
  connection: Connection,
  statements: readonly Statement[],
  { statementMs: timeout, observer, times }: PipelineConfig,
): Promise<Statement> {
  const last = statements.at(-1) as Statement;
  const traits = serverTraits.get(connection) ?? noTraits;
  let sql = '';
  const values: unknown[] = [];
  for (const statement of statements) {
    sql += `${sql === '' ? '' : ';\n'}${textOf(statement, traits)}`;
    for (const value of statement.bindings ?? []) values.push(value);
  }
  const limit = timeout ? { timeout } : {};
  const observed = observer?.(statements.map((statement) => statement.sql));
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const resultsAt: number[] = [];
    const query = connection.query({ sql, values, ...limit }, (error, results, fields) => {
      observed?.(error);
      if (times) count(last, { times, startedAt, resultsAt, traits });
      if (error && errorKindOf(error).endsConnection) end(connection);
      if (error) return reject(error);
      const isAlone = statements.length === 1;
      last.response = isAlone
        ? [results, fields]
        : [(results as unknown[]).at(-1), (fields as unknown[]).at(-1)];
      resolve(last);
    });
    // The server sends the result of each statement when it is done.
    if (times && last.sql === commit) query.on('result', () => resultsAt.push(performance.now()));
  });
}

interface SentStatement {
  readonly times: StatementTimes;
  readonly startedAt: number;
  readonly resultsAt: readonly number[];
  readonly traits: ServerTraits;
}

/** Counts the time of COMMIT apart from that of the statements before it. */
function count({ sql, options }: Statement, { times, startedAt, resultsAt, traits }: SentStatement): void {
  const settingsAfter = traits.afterEnd === '' ? 0 : 1;
  const committedAt = sql === commit ? resultsAt.at(-1 - settingsAfter) : undefined;
  if (committedAt === undefined) return times.add(performance.now() - startedAt, options?.awaitsLock);
  const beganAt = resultsAt.at(-2 - settingsAfter) ?? startedAt;
  times.addCommit(committedAt - beganAt);
  if (beganAt > startedAt) times.add(beganAt - startedAt);
}

function textOf({ sql }: Statement, { afterBegin, afterEnd }: ServerTraits): string {
  const text = sql.replace(/;$/, '');
  if (sql === beginStatement) return text + afterBegin;
  return sql === commit || sql === rollback ? text + afterEnd : text;
}

/**
 * Knex expects the transaction to be over when COMMIT fails. If a deferred statement failed, it is still open, with its locks.
 */
async function rollBack(connection: Connection, { statementMs }: PipelineConfig): Promise<void> {
  const limit = statementMs ? { statementMs } : {};
  await send(connection, [{ sql: rollback }], limit).catch(() => end(connection));
}

function end(connection: Connection): void {
  PipeliningClient.ended.add(connection);
  connection.destroy();
  // The driver only sends a quit command: on a silent network, the socket would stay open.
  connection.stream.destroy();
}
