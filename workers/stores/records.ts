import { deferred } from '../database/batchingClient.ts';
import type { Database } from '../database/database.ts';
import { ChangeLog } from './changeLog.ts';
import { findQuery, type Search } from './find.ts';
import { Hits } from './hits.ts';
import { type Holder, holdersOf } from './holders.ts';
import { Locks, recordLock } from './locks.ts';
import type { RecordTable, Row } from './recordTable.ts';
import { byIndex, notIndexed, recordKey, type Scoped, whereAnyOf } from './scope.ts';
import { type Source, sourceKey, whereSources } from './sources.ts';
import { takenNumbers } from './takenNumbers.ts';

/** A record to remove. */
export interface Removed extends Scoped {
  /** The version that it has to have, if any. */
  readonly required: string | undefined;
  /** The service's time, in the form of the tables. */
  readonly now: string;
}

/** Parts that the stores of a set share. */
export interface Shared {
  readonly locks: Locks;
  readonly changeLog: ChangeLog;
  /** Whether the set has calls of one account only, and may read much. */
  readonly isApart: boolean;
}

/** For stores that only read: what they would note is dropped. */
export function reading(database: Database, isApart = false): Shared {
  return { locks: new Locks(database), changeLog: new ChangeLog(database), isApart };
}

/** What customers and articles have in common. The keys of maps and sets are made by `recordKey`. */
export class RecordStore {
  protected readonly database: Database;
  readonly names: RecordTable;
  readonly hits: Hits;
  readonly #locks: Locks;
  protected readonly changeLog: ChangeLog;
  protected readonly isApart: boolean;

  constructor(database: Database, names: RecordTable, shared: Shared = reading(database)) {
    this.database = database;
    this.names = names;
    this.hits = new Hits(database, names, shared.isApart);
    this.#locks = shared.locks;
    this.changeLog = shared.changeLog;
    this.isApart = shared.isApart;
  }

  /** The records that exist. */
  async existing(wanted: readonly Scoped[]): Promise<ReadonlySet<string>> {
    return this.#keys(await this.#select(wanted));
  }

  /** The records that exist. Nobody deletes them until the transaction ends. */
  async keep(wanted: readonly Scoped[]): Promise<ReadonlySet<string>> {
    return this.#keys(await this.lockRows(wanted, [], 'share'));
  }

  /** The records that exist, with these columns, locked until the transaction ends. */
  async lock(wanted: readonly Scoped[], columns: readonly string[] = []): Promise<ReadonlyMap<string, Row>> {
    const rows = await this.lockRows(wanted, columns, 'update');
    return new Map(rows.map((row) => [this.keyOf(row), row]));
  }

  /** Columns that `withVersionParts` needs, beside those of the version. */
  readonly removalColumns: readonly string[] = [];

  /** Locked rows, with all that their versions are made of. */
  async withVersionParts(locked: readonly Row[]): Promise<readonly Row[]> {
    return locked;
  }

  /** Removes locked records. */
  async remove(locked: readonly Removed[]): Promise<void> {
    const { table, ident, resource } = this.names;
    this.changeLog.note(
      'deleted',
      resource,
      locked.map(({ account, value }) => ({ account, ident: value })),
    );
    // One by one: for several at once in a small table, the database reads other rows too, and waits for their locks.
    for (const { account, value } of locked)
      await deferred(
        this.database(table)
          .where({ account_id: account, [ident]: value })
          .delete(),
      );
  }

  async insert(rows: readonly Row[]): Promise<void> {
    this.changeLog.noteRows('created', this.names.resource, rows);
    if (rows.length > 0) await deferred(this.database(this.names.table).insert(rows));
  }

  /** Writes columns of locked records in one statement; all rows have the same columns. */
  async overwrite(rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return;
    this.changeLog.noteRows('updated', this.names.resource, rows);
    await deferred(this.database(this.names.table).insert(rows).onConflict().merge());
  }

  /** The idents of the records that were imported from one of these sources, by `sourceKey`. */
  async imported(sources: readonly Source[]): Promise<ReadonlyMap<string, string>> {
    const named = sources.filter(({ externalIdent }) => externalIdent !== '');
    if (named.length === 0) return new Map();
    const { table, ident, type, indexes } = this.names;
    const rows: Record<string, never>[] = await byIndex(this.database, table, indexes.external_ident)
      .select('account_id as account', `${type} as type`, 'external_account_name as accountName')
      .select('external_ident as externalIdent', `${ident} as ident`, notIndexed)
      .where(whereSources(named, type));
    return new Map(rows.map((row) => [sourceKey(row as unknown as Source), row.ident as unknown as string]));
  }

  /** The numbers that some record has. */
  takenNumbers(wanted: readonly Scoped[]): Promise<ReadonlySet<string>> {
    const { table, number: column, indexes } = this.names;
    return takenNumbers(this.database, { table, column, index: indexes[column] as string }, wanted);
  }

  /** Long texts, whatever their length. */
  async texts(wanted: readonly Scoped[]): Promise<ReadonlyMap<string, string>> {
    if (wanted.length === 0) return new Map();
    const { table, ident, text } = this.names;
    const rows: readonly Row[] = await byIndex(this.database, table)
      .select('account_id', ident, text)
      .where(whereAnyOf(ident, wanted));
    return new Map(rows.map((row) => [this.keyOf(row), row[text] as string]));
  }

  /** At most `max` records that a search finds, in no order. */
  async find(search: Search, max: number): Promise<readonly Row[]> {
    return findQuery(this.database, this.names, search, { max, isApart: this.isApart });
  }

  /** The records that have these values in a field: at most two for each value, since all records may have the same. */
  async holders(field: string, wanted: readonly Scoped[]): Promise<readonly Holder[]> {
    return holdersOf(this.database, this.names, field, wanted);
  }

  /** Locks the records that exist. Throws `LockedElsewhere`. */
  protected lockRows(
    wanted: readonly Scoped[],
    columns: readonly string[],
    kind: 'update' | 'share',
  ): Promise<readonly Row[]> {
    const { ident } = this.names;
    return this.#locks.lock(
      {
        wanted,
        select: (some) => this.#select(some, columns),
        lockOf: ({ account, value }) => recordLock(account, value),
        keyOf: (row) => ({ account: row.account_id, value: row[ident] as string }),
      },
      kind,
    );
  }

  protected keyOf(row: Row): string {
    return recordKey(row.account_id as number, row[this.names.ident] as string);
  }

  #keys(rows: readonly Row[]): ReadonlySet<string> {
    return new Set(rows.map((row) => this.keyOf(row)));
  }

  #select(wanted: readonly Scoped[], columns: readonly string[] = []) {
    const { table, ident } = this.names;
    return byIndex(this.database, table)
      .select('account_id', ident, ...new Set([notIndexed, ...columns]))
      .where(whereAnyOf(ident, wanted));
  }
}
