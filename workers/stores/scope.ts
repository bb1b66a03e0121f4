import type { Knex } from 'knex';

/** A value that belongs to an account: the same value of another account is another thing. */
export interface Scoped {
  readonly account: number;
  readonly value: string;
}

/** Tells records of all accounts apart. */
export function recordKey(account: number, ident: string): string {
  return `${account} ${ident}`;
}

/** Finds the rows in which the account and the column's value are one of these; none when there are none. */
export function whereAnyOf(column: string, wanted: readonly Scoped[], table?: string): Knex.QueryCallback {
  const [account, name] = table ? [`${table}.account_id`, `${table}.${column}`] : ['account_id', column];
  return (query) => {
    if (wanted.length === 0) query.whereRaw('1 = 0');
    for (const [id, values] of valuesByAccount(wanted))
      query.orWhere((both) => both.where(account, id).whereIn(name, [...values]));
  };
}

/** Each value once, however many calls of a set want it. */
function valuesByAccount(wanted: readonly Scoped[]): Map<number, Set<string>> {
  const values = new Map<number, Set<string>>();
  for (const { account, value } of wanted) {
    const known = values.get(account);
    if (known) known.add(value);
    else values.set(account, new Set([value]));
  }
  return values;
}
