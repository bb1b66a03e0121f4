import { createHash } from 'node:crypto';
import type { Database } from '../../workers/database/database.ts';

/** A hash of all values of the rows. Equal rows have equal digests on MariaDB and on MySQL. */
export interface Digest {
  readonly rows: number;
  readonly digest: string;
}

/** Rows that are read ahead. With the largest answers of the inbox, they take some tens of megabytes. */
const readAhead = 32;

/**
 * Reads every value of every row, ordered by account and primary key. Memory is bounded: rows are streamed. Rejects with the
 * server's error if a row can't be read.
 */
export async function digestTable(database: Database, table: Table): Promise<Digest> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const row of rowsOf(database, table)) {
    rows += 1;
    hash.update(JSON.stringify(row)).update('\n');
  }
  return { rows, digest: hash.digest('hex') };
}

/** Selects every column, ordered by name. */
function rowsOf(database: Database, table: Table): AsyncIterable<readonly unknown[]> {
  const { name, columns, primaryKey, accountColumn } = table;
  const order = [...new Set([...(accountColumn ? [accountColumn] : []), ...primaryKey])];
  const sql = `SELECT ${marks(columns)} FROM ?? ORDER BY ${marks(order)}`;
  const query = database.raw(sql, [...columns, name, ...order]).options({ rowsAsArray: true });
  return query.stream({ highWaterMark: readAhead });
}

function marks(names: readonly string[]): string {
  return names.map(() => '??').join(', ');
}

/** A table as the database describes it, so that later migrations need no change here. */
export interface Table {
  readonly name: string;
  /** Leaves out columns that the database computes, and the epoch of cursors. */
  readonly columns: readonly string[];
  readonly primaryKey: readonly string[];
  /** Undefined for tables whose rows do not belong to an account, such as `secret_keys`. */
  readonly accountColumn: string | undefined;
  /** True if workers write its rows later, from those of other tables: databases with the same data may differ. */
  readonly isDerived: boolean;
}

/** The prefix of Knex's own tables. They differ from server to server, and `requireMigrated` reads them. */
const foreignPrefix = 'knex_';

/** The prefix of the tables of the query index, which is as far as workers have come. */
const derivedPrefix = 'query_';

/** A restore changes it, so databases with the same data differ in it. */
const epoch = "TABLE_NAME = 'change_feed' AND COLUMN_NAME = 'epoch'";

/** Returns every table that holds data of the service, ordered by name. */
export async function tablesOf(database: Database): Promise<readonly Table[]> {
  const columns = await namesByTable(
    database,
    `SELECT TABLE_NAME AS name, COLUMN_NAME AS part FROM information_schema.COLUMNS
     WHERE TABLE_SCHEMA = DATABASE() AND COALESCE(GENERATION_EXPRESSION, '') = '' AND NOT (${epoch}) ORDER BY TABLE_NAME, COLUMN_NAME`,
  );
  const keys = await namesByTable(
    database,
    `SELECT TABLE_NAME AS name, COLUMN_NAME AS part FROM information_schema.KEY_COLUMN_USAGE
     WHERE TABLE_SCHEMA = DATABASE() AND CONSTRAINT_NAME = 'PRIMARY' ORDER BY TABLE_NAME, ORDINAL_POSITION`,
  );
  return [...columns]
    .filter(([name]) => !name.startsWith(foreignPrefix))
    .map(([name, own]) => ({
      name,
      columns: own,
      primaryKey: keys.get(name) ?? [],
      accountColumn: name === 'accounts' ? 'id' : own.find((column) => column === 'account_id'),
      isDerived: name.startsWith(derivedPrefix),
    }));
}

async function namesByTable(database: Database, sql: string): Promise<Map<string, string[]>> {
  const [rows] = (await database.raw(sql)) as [readonly { readonly name: string; readonly part: string }[]];
  const byTable = new Map<string, string[]>();
  for (const { name, part } of rows) byTable.set(name, [...(byTable.get(name) ?? []), part]);
  return byTable;
}
