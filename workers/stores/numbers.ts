import { addToGroup } from '../../shared/contract/values/groupBy.ts';
import type { Database } from '../database/database.ts';
import { deferred } from '../database/pipeliningClient.ts';
import { queryRows } from '../database/pool.ts';
import { type Locks, StepNeeded, sequenceKey } from './locks.ts';
import { byIndex, recordKey, type Scoped, wantedRows } from './scope.ts';

/** Resources whose numbers each account counts. */
export const sequences = ['customer', 'article', 'invoice'] as const;
export type Numbered = (typeof sequences)[number];

interface NumberRequest<Owner> {
  readonly owner: Owner;
  readonly account: number;
  /** Empty if a number is to be generated. */
  readonly number: string;
}

/** Store of the records that are numbered. */
interface NumberedStore {
  /** Returns the numbers that records have, by account and number. */
  takenNumbers(wanted: readonly Scoped[]): Promise<ReadonlySet<string>>;
}

const maxCandidates = 10_000;

/**
 * Candidates that one transaction looks up while it holds the sequence. An account may have set millions of numbers by hand:
 * several transactions then move the sequence past them, one after the other.
 */
const maxSearched = 20_000;

/** Generates numbers. The counter is part of the transaction, so a failed create leaves no gap. */
export class Numbers {
  readonly #database: Database;
  readonly #locks: Locks;

  constructor(database: Database, locks: Locks) {
    this.#database = database;
    this.#locks = locks;
  }

  /**
   * Locks the sequences of these accounts until the transaction ends, and returns the next number of each. Updates lock their
   * records first, so that a set that waits for a record does not delay those that need numbers.
   */
  async lock(numbered: Numbered, accounts: readonly number[]): Promise<Map<number, number>> {
    if (accounts.length === 0) return new Map();
    const rows = await this.#locks.lock({
      wanted: [...new Set(accounts)].map((account) => ({ account, value: numbered })),
      select: (some) => this.#select(numbered, some),
      ident: 'resource',
      keyOf: sequenceKey,
    });
    return new Map(rows.map((row) => [row.account_id, Number(row.next_number)]));
  }

  /**
   * Writes the locked sequences of accounts whose numbers were validated. Nodes of a Galera cluster don't share locks: of two
   * transactions at two nodes, the cluster ends one only if both write the same row.
   */
  async noteValidated(
    numbered: Numbered,
    accounts: readonly number[],
    locked: ReadonlyMap<number, number>,
  ): Promise<void> {
    const validated = new Map([...locked].filter(([account]) => accounts.includes(account)));
    if (validated.size === 0) return;
    const validations = this.#database.raw('?? + 1', ['number_sequences.validations']);
    await deferred(this.#insert(numbered, validated).onConflict().merge({ validations }));
  }

  /** Makes the generated numbers of an account begin with `first` again. They skip numbers that records have. */
  async restart(account: number, first: number): Promise<void> {
    for (const numbered of sequences) {
      await this.lock(numbered, [account]);
      await this.#advance(numbered, new Map([[account, first]]));
    }
  }

  /** Returns the sent number of each request, or the next free one of its account. */
  async assign<Owner>(
    numbered: Numbered,
    requests: readonly NumberRequest<Owner>[],
    store: NumberedStore,
  ): Promise<ReadonlyMap<Owner, string>> {
    const missing = new Map<number, number>();
    const byHand = new Set<string>();
    for (const { account, number } of requests) {
      if (number === '') missing.set(account, (missing.get(account) ?? 0) + 1);
      else byHand.add(recordKey(account, number));
    }
    let free: ReadonlyMap<number, number[]> = new Map();
    if (missing.size > 0) {
      const starts = await this.lock(numbered, [...missing.keys()]);
      const found = await freeNumbers(numbered, starts, missing, byHand, store);
      await this.#advance(numbered, found.next);
      free = found.free;
    }
    const numbers = new Map<Owner, string>();
    for (const { owner, account, number } of requests)
      numbers.set(owner, number || String(free.get(account)?.shift()));
    return numbers;
  }

  #select(numbered: Numbered, wanted: readonly Scoped[]) {
    const accounts = wanted.map(({ account }) => account);
    return byIndex(this.#database, 'number_sequences')
      .select('account_id', 'resource', 'next_number')
      .where({ resource: numbered })
      .whereIn('account_id', accounts)
      .orderBy('account_id');
  }

  async #advance(numbered: Numbered, next: ReadonlyMap<number, number>): Promise<void> {
    await deferred(this.#insert(numbered, next).onConflict().merge(['next_number']));
  }

  #insert(numbered: Numbered, next: ReadonlyMap<number, number>) {
    const rows = [...next].map(([account_id, next_number]) => ({
      account_id,
      resource: numbered,
      next_number,
    }));
    return this.#database('number_sequences').insert(rows);
  }
}

interface FreeNumbers {
  /** Numbers by account, in order. */
  readonly free: ReadonlyMap<number, number[]>;
  /** Next number of each account. */
  readonly next: ReadonlyMap<number, number>;
}

/** Finds as many free numbers as each account misses, from its start. Throws `StepNeeded` after `maxSearched`. */
async function freeNumbers(
  numbered: Numbered,
  starts: ReadonlyMap<number, number>,
  wanted: ReadonlyMap<number, number>,
  byHand: ReadonlySet<string>,
  store: NumberedStore,
): Promise<FreeNumbers> {
  const next = new Map(starts);
  const missing = new Map(wanted);
  const free = new Map<number, number[]>();
  let searched = 0;
  for (let window = 1; missing.size > 0; window *= 4) {
    if (searched >= maxSearched) throw stepPast(numbered, [...missing.keys()], { starts, free, next });
    const room = Math.min(maxCandidates, maxSearched - searched) / missing.size;
    const candidates = candidatesOf(missing, next, window, room);
    searched += candidates.length;
    const used = await store.takenNumbers(candidates);
    for (const { account, value, number } of candidates) {
      const count = missing.get(account) ?? 0;
      const key = recordKey(account, value);
      if (count === 0) continue;
      next.set(account, number + 1);
      if (used.has(key) || byHand.has(key)) continue;
      addToGroup(free, account, number);
      if (count === 1) missing.delete(account);
      else missing.set(account, count - 1);
    }
  }
  return { free, next };
}

interface Candidate extends Scoped {
  readonly number: number;
}

/** Returns the following numbers of each account: as many as it misses, at least `window`, at most `room`. */
function candidatesOf(
  missing: ReadonlyMap<number, number>,
  next: ReadonlyMap<number, number>,
  window: number,
  room: number,
): readonly Candidate[] {
  const candidates: Candidate[] = [];
  for (const [account, count] of missing) {
    const first = next.get(account) ?? 1;
    const end = first + Math.ceil(Math.min(Math.max(count, window), room));
    for (let number = first; number < end; number += 1)
      candidates.push({ account, value: String(number), number });
  }
  return candidates;
}

/** Moves the sequences of accounts up to their first free number, or past all that were looked up. */
function stepPast(
  numbered: Numbered,
  accounts: readonly number[],
  { starts, free, next }: FreeNumbers & { readonly starts: ReadonlyMap<number, number> },
): StepNeeded {
  const skips = accounts.map((account) => ({
    account,
    from: starts.get(account) as number,
    to: free.get(account)?.[0] ?? (next.get(account) as number),
  }));
  return new StepNeeded(accounts.map(sequenceKey), (database) => skip(database, numbered, skips));
}

/** Numbers from `from` to before `to`, which are taken or were set by hand in the same set. */
interface SkippedNumbers {
  readonly account: number;
  readonly from: number;
  readonly to: number;
}

/** Moves sequences past taken numbers, unless they were moved meanwhile. Resolves to whether there were any. */
async function skip(
  database: Database,
  numbered: Numbered,
  skips: readonly SkippedNumbers[],
): Promise<boolean> {
  const some = skips.filter(({ from, to }) => to > from);
  for (const { account, from, to } of some)
    await database('number_sequences')
      .where({ account_id: account, resource: numbered, next_number: from })
      .update({ next_number: to });
  return some.length > 0;
}

/** `index` begins with the account and this column. */
interface NumberColumn {
  readonly table: string;
  readonly column: string;
  readonly index: string;
}

/**
 * Returns the numbers that some record has. Looks each up by itself, up to the first record: any number of records may have the
 * same one, and the database would read all of them.
 */
export async function takenNumbers(
  database: Database,
  { table, column, index }: NumberColumn,
  wanted: readonly Scoped[],
): Promise<ReadonlySet<string>> {
  if (wanted.length === 0) return new Set();
  const each = wantedRows('number', wanted);
  const sql = `select wanted.account_id as account, wanted.number from ${each.sql}
    and (select 1 from ${table} force index (${index})
      where ${table}.account_id = wanted.account_id and ${table}.${column} = wanted.number limit 1) = 1`;
  const rows = await queryRows<{ readonly account: number; readonly number: string }>(database, {
    sql,
    bindings: each.bindings,
  });
  return new Set(rows.map(({ account, number }) => recordKey(account, number)));
}
