import type { Knex } from 'knex';
import { groupBy } from '../../shared/contract/values/groupBy.ts';

/** Value that belongs to an account. The same value of another account is a different one. */
export interface Scoped {
  readonly account: number;
  readonly value: string;
}

/** Returns the values of a field of calls, with their accounts. */
export function scopedBy<Field extends string>(
  calls: readonly { readonly account: number; readonly input: Readonly<Record<Field, string>> }[],
  field: Field,
): readonly Scoped[] {
  return calls.map(({ account, input }) => ({ account, value: input[field] }));
}

/** Identifies a record, or another value, among those of all accounts. */
export function recordKey(account: number, ident: string): string {
  return `${account} ${ident}`;
}

/**
 * Reads a table by one of its indexes. Without the hint, the database may read the whole table, or all records of an account,
 * while its statistics are from a time with few records.
 */
export function byIndex(database: Knex, table: string, index = 'PRIMARY'): Knex.QueryBuilder {
  return database.from(database.raw('?? force index (??)', [table, index]));
}

/**
 * Begins a DELETE that finds its rows by an index. MySQL uses the first hint. MariaDB uses the second one, which it accepts only in
 * this form, without a limit. Each treats the other's as a comment.
 */
export function deleteByIndex(table: string, index: string): string {
  return `DELETE /*+ INDEX(${table} ${index}) */ /*M!100600 ${table} */ FROM ${table} /*M!100600 FORCE INDEX (${index}) */`;
}

/**
 * Small column that all tables of records have. If a look-up read the index alone, MySQL could scan the whole index while its
 * statistics are from a time with few records.
 */
export const notIndexed = 'revision';

/** Matches rows with one of these values and its account. Matches none if there are no values. */
export function whereAnyOf(column: string, wanted: readonly Scoped[], table?: string): Knex.QueryCallback {
  const [account, name] = table ? [`${table}.account_id`, `${table}.${column}`] : ['account_id', column];
  return (query) => {
    if (wanted.length === 0) query.whereRaw('1 = 0');
    // Each value once, however many calls of a set need it.
    for (const [id, ofAccount] of groupBy(wanted, (each) => each.account))
      query.orWhere((both) => both.where(account, id).whereIn(name, [...new Set(ofAccount.map(valueOf))]));
  };
}

function valueOf({ value }: Scoped): string {
  return value;
}

/** Index entries and rows that a statement may read while calls of other accounts wait for it. */
const besideOthers = { entries: 200_000, rows: 20_000 };

/** Returns how many entries or rows a statement may read for each of its values while calls of other accounts wait. */
export function maxBeside(values: number, of: keyof typeof besideOthers = 'entries'): number {
  return Math.min(1_000, Math.max(10, Math.floor(besideOthers[of] / values)));
}

/** Selects the first row of a query after `max` others. */
export function beyond(query: string, max: number): string {
  return `(${query} limit 1 offset ${max})`;
}

/** Returns an expression that is NULL, and is not computed, if a query has more than `max` rows. */
export function unlessMany(query: string, max: number, expression: string): string {
  return `if(${beyond(query, max)} is null, ${expression}, null)`;
}

/**
 * Builds a table `wanted` of values with their accounts, to look each of them up by itself, and a condition on the accounts.
 */
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
 * Joins the accounts after the rows of the table. In the other order, which the database prefers for many idents of two
 * accounts, it reads all records of both. Without the hint, MySQL may read all accounts.
 */
export function withAccounts(table: string): string {
  return `straight_join accounts force index (PRIMARY) on accounts.id = ${table}.account_id`;
}
