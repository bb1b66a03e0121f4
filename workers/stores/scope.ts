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
