import type { Knex } from 'knex';
import Mysql2Client from 'knex/lib/dialects/mysql2/index.js';
import { idleTransactions } from './idleTransactions.ts';

/** What Knex gives to a client, and reads from it afterwards. */
interface Statement {
  readonly sql: string;
  readonly bindings?: readonly unknown[];
  readonly options?: { readonly deferred?: boolean };
  response?: readonly [rows: unknown, fields: unknown];
}

/** What we use of a mysql2 connection. */
interface Connection {
  query(
    statement: { readonly sql: string; readonly values?: readonly unknown[]; readonly timeout?: number },
    done: (error: (Error & { code?: string }) | null, results?: unknown, fields?: unknown) => void,
  ): void;
  readonly stream: { destroy(): void };
  destroy(): void;
}

/** As Knex sends them. */
const begin = /^(BEGIN|SET TRANSACTION .*);$/;
const opening = 'BEGIN;';
const commit = 'COMMIT;';
const rollback = 'ROLLBACK';

/** The result of a statement that has not run yet. */
const later = [{}, undefined] as const;

/**
 * Lets a statement whose result nobody needs wait inside its transaction, and travel with the next one. Its error is
 * then that one's error; at the latest the commit brings it.
 */
export function deferred<Query extends Knex.QueryBuilder>(query: Query): Query {
  query.options({ deferred: true });
  return query;
}

/**
 * Knex's MySQL client with fewer round trips: in a transaction, BEGIN and deferred statements travel with the next
 * statement that is waited for. A set of creates takes three round trips instead of seven. That takes a tenth off what
 * it costs the worker and the database, and the time in which it holds its locks is shorter.
 */
export class BatchingClient extends Mysql2Client {
  /** What waits, by connection. */
  static readonly #waiting = new WeakMap<Connection, Statement[]>();
  /** Those whose statement took too long: they are no longer used, and nothing is left to be rolled back. */
  static readonly ended = new WeakSet<Connection>();

  protected override async _query(connection: Connection, statement: Statement): Promise<Statement> {
    if (!this.transacting) return send(connection, [statement], statementLimit(this));

    const waiting = BatchingClient.#waiting.get(connection) ?? [];
    if (begin.test(statement.sql) || statement.options?.deferred) {
      BatchingClient.#waiting.set(connection, [...waiting, statement]);
      return Object.assign(statement, { response: later });
    }
    BatchingClient.#waiting.delete(connection);
    if (statement.sql !== rollback) return send(connection, [...waiting, statement], statementLimit(this));
    const hasStarted = !begin.test(waiting[0]?.sql ?? '');
    return hasStarted
      ? send(connection, [statement], statementLimit(this))
      : Object.assign(statement, { response: later });
  }
}

/** Milliseconds that a statement may take; no limit when it is not set. */
function statementLimit({ config }: Knex.Client): number | undefined {
  return (config as { readonly statementMs?: number }).statementMs;
}

/** Sends statements as one; resolves to the last one with its response. The first error ends them all. */
function send(
  connection: Connection,
  statements: readonly Statement[],
  timeout: number | undefined,
): Promise<Statement> {
  const last = statements.at(-1) as Statement;
  const sql = statements.map((statement) => textOf(statement, connection)).join(';\n');
  const values = statements.flatMap(({ bindings }) => bindings ?? []);
  const limit = timeout ? { timeout } : {};
  return new Promise((resolve, reject) => {
    connection.query({ sql, values, ...limit }, (error, results, fields) => {
      // The answer may still come, and would be taken for the next statement's.
      if (error?.code === 'PROTOCOL_SEQUENCE_TIMEOUT') end(connection);
      if (error) {
        const isOpen = last.sql === commit && error.code !== 'PROTOCOL_SEQUENCE_TIMEOUT';
        if (isOpen) rollBack(connection, limit, () => reject(error));
        else reject(error);
      } else {
        last.response = statements.length === 1 ? [results, fields] : [lastOf(results), lastOf(fields)];
        resolve(last);
      }
    });
  });
}

function textOf({ sql }: Statement, connection: Connection): string {
  const text = sql.replace(/;$/, '');
  if (sql === opening) return text + idleTransactions.afterBegin(connection);
  return sql === commit || sql === rollback ? text + idleTransactions.afterEnd(connection) : text;
}

/** Knex takes a transaction whose COMMIT failed for ended; after a statement before it failed, it is open, with its locks. */
function rollBack(connection: Connection, limit: { readonly timeout?: number }, done: () => void): void {
  connection.query({ sql: textOf({ sql: rollback }, connection), ...limit }, (error) => {
    if (error) end(connection);
    done();
  });
}

function end(connection: Connection): void {
  BatchingClient.ended.add(connection);
  connection.destroy();
  // The driver only says goodbye, and a network that is silent would keep the socket open.
  connection.stream.destroy();
}

function lastOf(values: unknown): unknown {
  return (values as readonly unknown[]).at(-1);
}
