import type { Database } from '../../workers/database/database.ts';
import type { Scoped } from '../../workers/stores/scope.ts';
import { giant, identOf, perSmallAccount } from './giant.ts';

/** A call of a store, or a set of calls, and what it may read. */
export interface Measurement<Target> {
  /** The data that it runs on; stands behind the name. */
  readonly of: string;
  /** Items of the set: idents, values, calls. */
  readonly items: number;
  /** Rows and index entries that it may read for each item, and beside them. */
  readonly perItem: number;
  readonly fixed: number;
  /** Reason why it may read more: what an answer promises can't be known otherwise. */
  readonly exception?: string;
  /** True if it needs a connection of the pool and opens its own transaction; otherwise its effect is rolled back. */
  readonly onPool?: boolean;
  /** True if its reads are measured from the second run on: the first one fills a cache. */
  readonly isWarm?: boolean;
  readonly run: (target: Target, database: Database) => Promise<unknown>;
}

/** A measurement on any database: it makes what it measures. */
export interface Named extends Omit<Measurement<never>, 'run'> {
  readonly name: string;
  readonly run: (database: Database) => Promise<unknown>;
}

type MethodName<Store> = {
  [Name in keyof Store]: Store[Name] extends (...given: never[]) => unknown ? Name : never;
}[keyof Store];

/** Measurements of each method of a store; none for one that sends nothing to the database. */
export type Bounds<Store> = { readonly [Name in MethodName<Store>]: readonly Measurement<Store>[] };

export function boundOf({
  items,
  perItem,
  fixed,
}: Pick<Measurement<never>, 'items' | 'perItem' | 'fixed'>): number {
  return items * perItem + fixed;
}

/** Rows that a statement may read beside those of its items: ends of ranges, and temporary tables of a few rows. */
const fixed = 100;

/** Items as the calls of one set have them, and as large ones have: of one account, of a large and a small one, of all accounts. */
const spreads: Readonly<Record<string, readonly (readonly [account: number, nr: number])[]>> = {
  'a set of the giant': range(256).map((nr) => [giant, 11 * nr]),
  '1,000 of the giant, 5 of a small account': [
    ...range(1_000).map((nr) => [giant, 7 * nr] as const),
    ...range(5).map((nr) => [2, nr] as const),
  ],
  // Planning for more accounts takes a second for each kind of statement.
  'one of each of 50 accounts': range(50).map((nr) => [giant + nr, nr % perSmallAccount]),
};

/** Measures what takes idents, or other values of records, with sets of each kind. */
export function perRecord<Store>(
  valueOf: (nr: number) => string,
  perItem: number,
  run: (store: Store, wanted: readonly Scoped[], database: Database) => Promise<unknown>,
): readonly Measurement<Store>[] {
  return Object.entries(spreads).map(([of, places]) => {
    const wanted = places.map(([account, nr]) => ({ account, value: valueOf(nr) }));
    return {
      of,
      items: wanted.length,
      perItem,
      fixed,
      run: (store, database) => run(store, wanted, database),
    };
  });
}

/** Measures one call of a method with so many items. */
export function once<Store>(
  of: string,
  { items, perItem = 1 }: { readonly items: number; readonly perItem?: number },
  run: Measurement<Store>['run'],
): Measurement<Store> {
  return { of, items, perItem, fixed, run };
}

/** Measures what reads a few rows, however many there are. */
export function few<Store>(run: Measurement<Store>['run'], of = 'one'): readonly Measurement<Store>[] {
  return [once(of, { items: 1 }, run)];
}

export const customer = (nr: number) => identOf('cus', nr);
export const address = (nr: number) => identOf('adr', nr);
export const article = (nr: number) => identOf('art', nr);
export const order = (nr: number) => identOf('ord', nr);

/** The text in which the number of a record follows, as in the tables of the giant. */
export function padded(text: string): (nr: number) => string {
  return (nr) => `${text}${String(nr).padStart(9, '0')}`;
}

export function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, nr) => nr);
}
