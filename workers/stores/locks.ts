import type { Knex } from 'knex';
import { newId } from '../../shared/contract/values/idents.ts';
import { errorKindOf } from '../../shared/runtime/databaseErrors.ts';
import { awaitingLock } from '../database/pipeliningClient.ts';
import { recordKey, type Scoped } from './scope.ts';

/** Equal locks have the same key. */
export type Lock =
  | { readonly kind: 'record'; readonly key: string }
  | { readonly kind: 'sequence'; readonly key: string; readonly account: number }
  /** Queues an account's expensive calls, which run one by one. It locks nothing in the database. */
  | { readonly kind: 'expensive'; readonly key: string }
  /** Stands for a lock that no call names. */
  | { readonly kind: 'unknown'; readonly key: string };

/** `key` is the `recordKey` of the record. */
export function recordLock(key: string): Lock {
  return { kind: 'record', key };
}

export function sequenceLock(account: number): Lock {
  return { kind: 'sequence', key: sequenceKey(account), account };
}

export function sequenceKey(account: number): string {
  return `${account}#`;
}

export function expensiveLock(account: number): Lock {
  return { kind: 'expensive', key: `expensive ${account}` };
}

export function unknownLock(): Lock {
  return { kind: 'unknown', key: `unknown ${newId()}` };
}

/** Nothing of a set was done. Calls that need one of these locks are tried again apart from the others. */
export abstract class CallsLeaveSet extends Error {
  readonly keys: ReadonlySet<string>;

  constructor(message: string, keys: Iterable<string>) {
    super(message);
    this.keys = new Set(keys);
  }
}

/** Another transaction has locked some of the rows that a set needs. */
export class LockedElsewhere extends CallsLeaveSet {
  constructor(keys: Iterable<string>) {
    super('rows are locked by another transaction', keys);
  }
}

/** Calls read more than a set of many accounts may. */
export class ExpensiveCalls extends CallsLeaveSet {
  constructor(keys: Iterable<string>) {
    super('calls read more than a set of many accounts may', keys);
  }
}

/** A transaction would have to do too much. `step` does a bounded part of the work, before the calls are tried again. */
export class StepNeeded extends CallsLeaveSet {
  /** Commits a part. Resolves to false if there was none, so that the set has to be smaller. */
  readonly step: (database: Knex) => Promise<boolean>;

  constructor(keys: Iterable<string>, step: (database: Knex) => Promise<boolean>) {
    super('calls need more than a transaction may do', keys);
    this.step = step;
  }
}

/** The step deletes records. A set that is done as a whole or not at all can't take it. */
export class DeletionNeeded extends StepNeeded {}

type Row = { readonly account_id: number } & Readonly<Record<string, unknown>>;

interface RowsToLock {
  readonly wanted: readonly Scoped[];
  /** Selects wanted rows, each with its `account_id` and its ident. */
  readonly select: (wanted: readonly Scoped[]) => Knex.QueryBuilder;
  readonly ident: string;
  /** `recordKey` by default. */
  readonly keyOf?: (account: number, ident: string) => string;
}

/** MariaDB and MySQL have different syntax for SKIP LOCKED with shared locks. Each treats the other's as a comment. */
const shareFree = '/*M!100600 LOCK IN SHARE MODE SKIP LOCKED */ /*!80001 FOR SHARE SKIP LOCKED */';

/**
 * Locks rows for a transaction without waiting: a set has calls of many clients, and one locked record must not delay the
 * others. The awaited lock is the exception, for a set that needs it alone: waiting keeps a place in the database's queue,
 * while retries could starve.
 */
export class Locks {
  readonly #database: Knex;
  #awaitedKey: string | undefined;

  constructor(database: Knex, awaited?: Lock) {
    this.#database = database;
    this.#awaitedKey = awaited?.key;
  }

  /** Replaces the key of the awaited lock by that of the record that was found, for calls that name it by another value. */
  awaitUnder(keys: ReadonlyMap<string, string>): void {
    if (this.#awaitedKey !== undefined) this.#awaitedKey = keys.get(this.#awaitedKey) ?? this.#awaitedKey;
  }

  /** Locks rows until the transaction ends, and returns those that exist. Throws `LockedElsewhere`. */
  async lock(rows: RowsToLock, kind: 'update' | 'share' = 'update'): Promise<readonly Row[]> {
    const { keyOf = recordKey, ident } = rows;
    const missing = new Map(rows.wanted.map((wanted) => [keyOf(wanted.account, wanted.value), wanted]));
    const awaited = this.#awaitedKey;
    const alone = awaited === undefined ? undefined : missing.get(awaited);
    if (awaited !== undefined && alone !== undefined) {
      const waited = await this.#wait({ ...rows, wanted: [alone] }, kind, awaited);
      if (missing.size === 1) return waited;
    }
    const found = await this.#lockFree(rows, kind);
    for (const row of found) missing.delete(keyOf(row.account_id, row[ident] as string));
    if (missing.size > 0) await this.#failIfLocked(rows, missing);
    return found;
  }

  async #wait(
    { select, wanted }: RowsToLock,
    kind: 'update' | 'share',
    key: string,
  ): Promise<readonly Row[]> {
    try {
      const query = awaitingLock(select(wanted));
      return await (kind === 'update' ? query.forUpdate() : query.forShare());
    } catch (error) {
      if (errorKindOf(error).reason !== 'lock_timeout') throw error;
      throw new LockedElsewhere([key]);
    }
  }

  async #lockFree({ select, wanted }: RowsToLock, kind: 'update' | 'share'): Promise<readonly Row[]> {
    if (kind === 'update') return select(wanted).forUpdate().skipLocked();
    const { sql, bindings } = select(wanted).toSQL();
    const [found] = await this.#database.raw(`${sql} ${shareFree}`, bindings as Knex.RawBinding[]);
    return found;
  }

  /** Rows that were not found are locked or do not exist. */
  async #failIfLocked(
    { select, ident, keyOf = recordKey }: RowsToLock,
    missing: ReadonlyMap<string, Scoped>,
  ): Promise<void> {
    const rows: readonly Row[] = await select([...missing.values()]);
    // SQL treats idents as equal that differ in trailing blanks.
    const locked = rows
      .map((row) => keyOf(row.account_id, row[ident] as string))
      .filter((key) => missing.has(key));
    if (locked.length > 0) throw new LockedElsewhere(locked);
  }
}
