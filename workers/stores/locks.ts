import type { Knex } from 'knex';
import { kindOf } from '../../shared/runtime/databaseErrors.ts';
import { awaitingLock } from '../database/batchingClient.ts';
import { recordKey, type Scoped } from './scope.ts';

export const recordLock = recordKey;

export function sequenceLock(account: number): string {
  return `${account}#`;
}

/** Returns undefined if it is the lock of a record. */
export function accountOfSequence(lock: string): number | undefined {
  const [, account] = /^(\d+)#$/.exec(lock) ?? [];
  return account === undefined ? undefined : Number(account);
}

/** Queues an account's expensive calls, which run one by one. It locks nothing in the database. */
export function expensiveLock(account: number): string {
  return `expensive ${account}`;
}

export function isExpensiveLock(lock: string): boolean {
  return lock.startsWith('expensive ');
}

/** Stands for a lock that no call names. */
export function unknownLock(id: string): string {
  return `unknown ${id}`;
}

export function isOfOneAccount(lock: string | undefined): boolean {
  return lock !== undefined && !lock.startsWith('unknown ');
}

/** Another transaction has locked some of the rows that a set needs. Nothing of the set was done. */
export class LockedElsewhere extends Error {
  readonly locks: ReadonlySet<string>;

  constructor(locks: Iterable<string>, message = 'rows are locked by another transaction') {
    super(message);
    this.locks = new Set(locks);
  }
}

/** Calls that need these locks are expensive. Nothing of the set was done; they are tried again apart from the others. */
export class ExpensiveCalls extends LockedElsewhere {
  constructor(locks: Iterable<string>) {
    super(locks, 'calls read more than a set of many accounts may');
  }
}

/**
 * A transaction would have to do too much. Nothing of its set was done. `step` does a bounded part of the work. The calls that
 * need these locks are then tried again, apart from the others.
 */
export class StepNeeded extends LockedElsewhere {
  /** Commits a part. Resolves to false if there was none, so that the set has to be smaller. */
  readonly step: (database: Knex) => Promise<boolean>;

  constructor(locks: Iterable<string>, step: (database: Knex) => Promise<boolean>) {
    super(locks);
    this.step = step;
  }
}

type Row = { readonly account_id: number } & Readonly<Record<string, unknown>>;

interface RowsToLock {
  readonly wanted: readonly Scoped[];
  /** Selects wanted rows, each with its `account_id` and its ident. */
  readonly select: (wanted: readonly Scoped[]) => Knex.QueryBuilder;
  /** The column of idents. */
  readonly ident: string;
  /** The name of a row's lock. `recordLock` by default. */
  readonly lockOf?: (account: number, ident: string) => string;
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
  readonly #awaited: string | undefined;

  constructor(database: Knex, awaited?: string) {
    this.#database = database;
    this.#awaited = awaited;
  }

  /** Locks rows until the transaction ends, and returns those that exist. Throws `LockedElsewhere`. */
  async lock(rows: RowsToLock, kind: 'update' | 'share' = 'update'): Promise<readonly Row[]> {
    const { lockOf = recordLock, ident } = rows;
    const missing = new Map(rows.wanted.map((wanted) => [lockOf(wanted.account, wanted.value), wanted]));
    const isAwaited = missing.size === 1 && missing.has(this.#awaited ?? '');
    if (isAwaited) return this.#wait(rows, kind);
    const found = await this.#lockFree(rows, kind);
    for (const row of found) missing.delete(lockOf(row.account_id, row[ident] as string));
    if (missing.size > 0) await this.#failIfLocked(rows, missing);
    return found;
  }

  async #wait({ select, wanted }: RowsToLock, kind: 'update' | 'share'): Promise<readonly Row[]> {
    try {
      const query = awaitingLock(select(wanted));
      return await (kind === 'update' ? query.forUpdate() : query.forShare());
    } catch (error) {
      if (kindOf(error).reason !== 'lock_timeout') throw error;
      throw new LockedElsewhere([this.#awaited as string]);
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
    { select, ident, lockOf = recordLock }: RowsToLock,
    missing: ReadonlyMap<string, Scoped>,
  ): Promise<void> {
    const rows: readonly Row[] = await select([...missing.values()]);
    // SQL treats idents as equal that differ in trailing blanks.
    const locked = rows
      .map((row) => lockOf(row.account_id, row[ident] as string))
      .filter((lock) => missing.has(lock));
    if (locked.length > 0) throw new LockedElsewhere(locked);
  }
}
