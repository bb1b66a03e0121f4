import type { RowValues } from '../../../workers/stores/insertRows.ts';
import { type DatabaseServer, ServerError } from './databaseServer.ts';
import { type Row, Transaction } from './transaction.ts';

/** The primary keys, behind `account_id`. */
const keyColumns: Readonly<Record<string, string>> = {
  articles: 'article_ident',
  inbox: 'call_id',
  number_sequences: 'resource',
};

const insertion = /^insert into `?(\w+)`? \((.+?)\) values (.+?)( on duplicate key update .+)?$/is;
const selection =
  /^select (?:distinct )?(.+) from `(\w+)`(?: force index \(`\w+`\))? where (.+?)( order by .+?)?( for update)?( skip locked)?( lock in share mode)?$/s;
/** The numbers of a JSON text that some record has. */
const numbers =
  /^select wanted\.account_id as account, wanted\.number from json_table.+ from (\w+) force index .+\.(\w+) = wanted\.number/s;
/** The records of some sources. */
const imports = /^select account_id as account, article_type as type, .+ where (.+)$/s;
const deletion = /^delete from `(\w+)` where `account_id` = \? and `\w+` = \?$/;
const settings = /^(SET SESSION|INSERT INTO changes |START TRANSACTION)/;

/** Runs the few statements that the simulated calls need; fails for any other. */
export class Session {
  readonly #server: DatabaseServer;
  transaction: Transaction | undefined;
  #isClosed = false;

  constructor(server: DatabaseServer) {
    this.#server = server;
  }

  /** Runs statements that were sent together; resolves to the result of each, rejects with the first error. */
  async run(sql: string, values: readonly unknown[] = []): Promise<readonly unknown[]> {
    const rest = [...values];
    const results: unknown[] = [];
    for (const statement of sql.split(/;\n/)) {
      if (this.#isClosed) throw new ServerError('ER_QUERY_INTERRUPTED', 1317);
      results.push(await this.#runOne(statement, rest.splice(0, statement.split('?').length - 1)));
    }
    return results;
  }

  /** Rolls back, because the connection is gone. */
  close(): void {
    this.#isClosed = true;
    if (this.transaction) this.#server.rollBack(this.transaction);
  }

  async #runOne(sql: string, values: unknown[]): Promise<unknown> {
    if (sql === 'BEGIN') return void (this.transaction = new Transaction());
    if (sql === 'COMMIT' || sql === 'ROLLBACK') return this.#end(sql);
    if (sql.startsWith('SHOW VARIABLES')) return [{ Variable_name: 'version', Value: '10.11.0-MariaDB' }];
    if (settings.test(sql)) return {};
    if (sql.startsWith('INSERT INTO change_positions')) return this.#lockPositions(values);
    const insert = insertion.exec(sql);
    if (insert) return this.#insert(insert, values);
    const select = selection.exec(sql);
    if (select) return this.#select(select, values);
    const taken = numbers.exec(sql);
    if (taken) return this.#taken(taken, JSON.parse(values[0] as string));
    if (imports.test(sql)) return this.#imported(values);
    const remove = deletion.exec(sql);
    if (remove) return this.#write(keyOf(remove[1] as string, values[0], values[1]), null);
    return failUnknown(sql);
  }

  #end(sql: 'COMMIT' | 'ROLLBACK'): void {
    if (this.transaction) this.#server[sql === 'COMMIT' ? 'commit' : 'rollBack'](this.transaction);
    this.transaction = undefined;
  }

  async #insert([, table = '', columns = '', tuples = '', upsert]: RegExpExecArray, values: unknown[]) {
    const names = columns.split(', ').map(unquoted);
    for (const row of rowsOf(names, tuples, values)) {
      const key = keyOf(table, row.account_id, row[keyColumns[table] as string]);
      await this.#lock(key);
      const before = this.#read(key);
      const isTaken = table === 'articles' && row.external_ident && (await this.#lockSource(row));
      if ((before && !upsert) || isTaken) throw new ServerError('ER_DUP_ENTRY', 1062);
      await this.#write(key, { ...before, ...row });
    }
    return { affectedRows: 1 };
  }

  async #select(
    [, columns = '', table = '', where = '', , locks, skips, waits]: RegExpExecArray,
    values: unknown[],
  ) {
    const found: Row[] = [];
    const [, column, alias] = /`(\w+)` as `(\w+)`/.exec(columns) ?? [];
    for (const key of this.#wantedKeys(table, where, values)) {
      if (locks && skips && this.#server.isLocked(key, this.#open())) continue;
      if (locks && this.#read(key)) await this.#lock(key);
      if (waits) await this.#waitFor(key);
      const row = this.#read(key);
      if (row) found.push(column && alias ? { ...row, [alias]: row[column] } : row);
    }
    return found;
  }

  /** Locks the source of an article in its unique index. Resolves to true if another article has it. */
  async #lockSource(row: Row): Promise<boolean> {
    const { account_id, article_ident, external_ident } = row;
    await this.#lock(`sources ${String(account_id)} ${String(external_ident)}`);
    return this.#imported([account_id, row.article_type, row.external_account_name, [external_ident]]).some(
      ({ ident }) => ident !== article_ident,
    );
  }

  /** The articles of external idents, all of which have one type and account name. */
  #imported([account, , , externalIdents]: readonly unknown[]): readonly Row[] {
    const keys = this.#search(`articles ${String(account)} `, 'external_ident', externalIdents as unknown[]);
    return keys.flatMap((key) => {
      const row = this.#read(key);
      if (!row) return [];
      const { article_type: type, external_account_name: accountName } = row;
      return [{ account, type, accountName, externalIdent: row.external_ident, ident: row.article_ident }];
    });
  }

  #taken(
    [, table = '', column = '']: RegExpExecArray,
    wanted: readonly (readonly [number, string])[],
  ): readonly Row[] {
    const isTaken = (account: number, number: string) =>
      this.#search(`${table} ${account} `, column, [number]).some((key) => this.#read(key));
    return wanted
      .filter(([account, number]) => isTaken(account, number))
      .map(([account, number]) => ({ account, number }));
  }

  /** The keys of `(account_id = ? and COLUMN in (?, …)) or …`, and of the number sequences of accounts. */
  #wantedKeys(table: string, where: string, values: unknown[]): readonly string[] {
    if (table === 'number_sequences') {
      const [resource, ...accounts] = values;
      return accounts.map((account) => keyOf(table, account, resource));
    }
    const keys: string[] = [];
    for (const [, column = '', marks = ''] of where.matchAll(
      /`account_id` = \? and `(\w+)` in \(([?, ]+)\)/g,
    )) {
      const account = values.shift();
      const wanted = values.splice(0, marks.split(',').length);
      if (column === keyColumns[table]) keys.push(...wanted.map((value) => keyOf(table, account, value)));
      else keys.push(...this.#search(`${table} ${String(account)} `, column, wanted));
    }
    return keys;
  }

  /** The keys of committed rows that have one of these values. */
  #search(prefix: string, column: string, wanted: readonly unknown[]): readonly string[] {
    const rows = [...this.#server.rows].filter(
      ([key, row]) => key.startsWith(prefix) && wanted.includes(row[column]),
    );
    return rows.map(([key]) => key);
  }

  /** The positions of changes are locked until COMMIT, account by account. */
  async #lockPositions(values: readonly unknown[]): Promise<unknown> {
    for (let index = 0; index < values.length; index += 2)
      await this.#lock(`change_positions ${String(values[index])}`);
    return {};
  }

  async #write(key: string, row: Row | null): Promise<unknown> {
    await this.#lock(key);
    this.#open().writes.set(key, row);
    return {};
  }

  #lock(key: string): Promise<void> {
    return this.#server.lock(key, this.#open());
  }

  /** Waits for the transaction that has the row locked. */
  async #waitFor(key: string): Promise<void> {
    const reading = new Transaction();
    await this.#server.lock(key, reading);
    this.#server.commit(reading);
  }

  #read(key: string): Row | undefined {
    const { rows } = this.#server;
    return this.transaction ? this.transaction.read(key, rows) : rows.get(key);
  }

  /** The server has ended a transaction if a deadlock or a lost connection did. */
  #open(): Transaction {
    if (!this.transaction?.isOpen) throw new ServerError('ER_QUERY_INTERRUPTED', 1317);
    return this.transaction;
  }
}

/** The rows of an insert, which are one value or have a value for each placeholder. */
function rowsOf(names: readonly string[], tuples: string, values: unknown[]): readonly Row[] {
  if (tuples === '?') return (values.shift() as RowValues).rows();
  return [...tuples.matchAll(/\(([^)]*)\)/g)].map(([, tuple = '']) => {
    const cells = tuple.split(', ').map(() => values.shift());
    return Object.fromEntries(names.map((name, index) => [name, cells[index]]));
  });
}

/** Identifies a row among those of all tables. */
export function keyOf(table: string, account: unknown, value: unknown): string {
  return `${table} ${String(account)} ${String(value)}`;
}

/** Ends the process: no schedule can be judged without the statement. */
function failUnknown(sql: string): never {
  console.error(`the simulation does not know this statement, add it to statements.ts: ${sql}`);
  process.exit(1);
}

function unquoted(name: string): string {
  return name.replaceAll('`', '');
}
