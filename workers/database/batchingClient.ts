import type { Knex } from 'knex';
import Mysql2Client from 'knex/lib/dialects/mysql2/index.js';

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
    statement: { readonly sql: string; readonly values?: readonly unknown[] },
    done: (error: Error | null, results?: unknown, fields?: unknown) => void,
  ): void;
}

/** As Knex sends them. */
const begin = /^(BEGIN|SET TRANSACTION .*);$/;
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

  protected override async _query(connection: Connection, statement: Statement): Promise<Statement> {
    if (!this.transacting) return send(connection, [statement]);

    const waiting = BatchingClient.#waiting.get(connection) ?? [];
    if (begin.test(statement.sql) || statement.options?.deferred) {
      BatchingClient.#waiting.set(connection, [...waiting, statement]);
      return Object.assign(statement, { response: later });
    }
    BatchingClient.#waiting.delete(connection);
    if (statement.sql !== rollback) return send(connection, [...waiting, statement]);
    const hasBegun = !begin.test(waiting[0]?.sql ?? '');
    return hasBegun ? send(connection, [statement]) : Object.assign(statement, { response: later });
  }
}

/** Sends statements as one; resolves to the last one with its response. The first error ends them all. */
function send(connection: Connection, statements: readonly Statement[]): Promise<Statement> {
  const last = statements.at(-1) as Statement;
  const sql = statements.map((statement) => statement.sql.replace(/;$/, '')).join(';\n');
  const values = statements.flatMap(({ bindings }) => bindings ?? []);
  return new Promise((resolve, reject) => {
    connection.query({ sql, values }, (error, results, fields) => {
      if (error) {
        afterError(connection, last, () => reject(error));
      } else {
        last.response = statements.length === 1 ? [results, fields] : [lastOf(results), lastOf(fields)];
        resolve(last);
      }
    });
  });
}

/** Knex takes a transaction whose COMMIT failed for ended; after a statement before it failed, it is open, with its locks. */
function afterError(connection: Connection, { sql }: Statement, done: () => void): void {
  if (sql === commit) connection.query({ sql: rollback }, done);
  else done();
}

function lastOf(values: unknown): unknown {
  return (values as readonly unknown[]).at(-1);
}
