import type { Knex } from 'knex';
import { groupBy } from '../../shared/values/groupBy.ts';

/** A value that belongs to an account. The same value of another account is a different one. */
export interface Scoped {
  readonly account: number;
  readonly value: string;
}

/** Identifies a record, or another value, among those of all accounts. */
export function recordKey(account: number, ident: string): string {
  return `${account} ${ident}`;
}

/**
 * A table that is read by one of its indexes. Without the hint, the database may read the whole table, or all records of an
 * account, for as long as its statistics are from when there were few.
 */
export function byIndex(database: Knex, table: string, index = 'PRIMARY'): Knex.QueryBuilder {
  return database.from(database.raw('?? force index (??)', [table, index]));
}

/**
 * A small column of all tables of records. If a look-up read the index alone, MySQL could scan the whole index, as long as its statistics
 * are from when there were few.
 */
export const notIndexed = 'revision';

/** Finds the rows in which the account and the column's value are one of these; none when there are none. */
export function whereAnyOf(column: string, wanted: readonly Scoped[], table?: string): Knex.QueryCallback {
  const [account, name] = table ? [`${table}.account_id`, `${table}.${column}`] : ['account_id', column];
  return (query) => {
    if (wanted.length === 0) query.whereRaw('1 = 0');
    // Each value once, however many calls of a set need it.
    for (const [id, its] of groupBy(wanted, (each) => each.account))
      query.orWhere((both) => both.where(account, id).whereIn(name, [...new Set(its.map(valueOf))]));
  };
}

function valueOf({ value }: Scoped): string {
  return value;
}

/** Index entries and rows that a statement reads at most while calls of other accounts wait for it. */
const besideOthers = { entries: 200_000, rows: 20_000 };

/** How many entries or rows of each of so many values a statement reads while calls of other accounts wait. */
export function maxBeside(values: number, of: keyof typeof besideOthers = 'entries'): number {
  return Math.min(1_000, Math.max(10, Math.floor(besideOthers[of] / values)));
}

/** The first row of a query behind `max` others, as an expression. */
export function beyond(query: string, max: number): string {
  return `(${query} limit 1 offset ${max})`;
}

/** An expression that is NULL, and is not computed, if a query has more than `max` rows. */
export function unlessMany(query: string, max: number, expression: string): string {
  return `if(${beyond(query, max)} is null, ${expression}, null)`;
}

/** A table `wanted` of values, each with its account, to look each of them up by itself, and a condition that names the accounts. */
export function wantedRows(column: string, wanted: readonly Scoped[]) {
  const accounts = [...new Set(wanted.map(({ account }) => account))];
  const sql = `json_table(?, '$[*]' columns (
      account_id int unsigned path '$[0]',
      ${column} varchar(255) character set utf8mb4 collate utf8mb4_bin path '$[1]'
    )) as wanted
    where wanted.account_id in (${accounts.map(() => '?').join(', ')})`;
  const values = JSON.stringify(wanted.map(({ account, value }) => [account, value]));
  return { sql, bindings: [values, ...accounts] };
}

/**
 * Joins the accounts of a table's rows after the rows themselves. In the other order, which the database prefers for many idents
 * of two accounts, it reads all records of both. Without the hint, MySQL may read all accounts.
 */
export function withAccounts(table: string): string {
  return `straight_join accounts force index (PRIMARY) on accounts.id = ${table}.account_id`;
}
