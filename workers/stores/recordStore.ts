import type { Knex } from 'knex';
import { groupBy } from '../../shared/contract/values/groupBy.ts';
import { deferred } from '../database/batchingClient.ts';
import type { Database } from '../database/database.ts';
import { FeedWriter } from './feedWriter.ts';
import { findQuery, type Search } from './find.ts';
import { Hits } from './hits.ts';
import { type Holder, holdersOf } from './holders.ts';
import { Locks } from './locks.ts';
import { takenNumbers } from './numbers.ts';
import type { RecordTable, Row } from './recordTable.ts';
import { byIndex, notIndexed, recordKey, type Scoped, whereAnyOf } from './scope.ts';

export interface Removal extends Scoped {
  /** The version that the record must have, if any. */
  readonly required: string | undefined;
  /** The service's time, in the form of the tables. */
  readonly now: string;
}

export interface StoreDependencies {
  readonly locks: Locks;
  readonly feedWriter: FeedWriter;
  readonly mayBeExpensive: boolean;
}

/** Deletes locked rows one by one: for several in a small table, the database reads other rows too, and waits for their locks. */
export async function deleteLocked(
  database: Database,
  table: string,
  ident: string,
  locked: readonly Scoped[],
): Promise<void> {
  for (const { account, value } of locked)
    await deferred(
      database(table)
        .where({ account_id: account, [ident]: value })
        .delete(),
    );
}

/** Returns the dependencies of stores that only read: their notes of changes are dropped. */
export function reading(database: Database, mayBeExpensive = false): StoreDependencies {
  return { locks: new Locks(database), feedWriter: new FeedWriter(database), mayBeExpensive };
}

/** Bytes of the long text of a row, also if it is NULL until there is known to be room for it. */
export function textBytes({ text_bytes = 0 }: Row): number {
  return text_bytes as number;
}

export function allTextBytes(rows: readonly Row[]): number {
  let bytes = 0;
  for (const row of rows) bytes += textBytes(row);
  return bytes;
}

/** True if the long text of a row was not read. */
export function isCut(row: Row, { text }: RecordTable): boolean {
  return row[text] === null && textBytes(row) > 0;
}

/** Base of the stores of customers and articles. `recordKey` makes the keys of maps and sets. */
export abstract class RecordStore {
  protected readonly database: Database;
  readonly names: RecordTable;
  readonly #locks: Locks;
  protected readonly feedWriter: FeedWriter;
  protected readonly mayBeExpensive: boolean;

  constructor(database: Database, names: RecordTable, shared: StoreDependencies = reading(database)) {
    this.database = database;
    this.names = names;
    this.#locks = shared.locks;
    this.feedWriter = shared.feedWriter;
    this.mayBeExpensive = shared.mayBeExpensive;
  }

  get hits(): Hits {
    return new Hits(this.database, this.names, this.mayBeExpensive);
  }

  async existing(wanted: readonly Scoped[]): Promise<ReadonlySet<string>> {
    const rows: readonly Row[] = await this.#select(wanted);
    return new Set(rows.map((row) => this.keyOf(row)));
  }

  /** Locks the records that exist until the transaction ends. Throws `LockedElsewhere`. */
  lock(wanted: readonly Scoped[], columns: readonly string[] = []): Promise<ReadonlyMap<string, Row>> {
    return this.#lock(wanted, columns, 'update');
  }

  /** Shares the lock with other transactions: none of them changes or deletes the records. Throws `LockedElsewhere`. */
  lockShared(wanted: readonly Scoped[], columns: readonly string[] = []): Promise<ReadonlyMap<string, Row>> {
    return this.#lock(wanted, columns, 'share');
  }

  /** Columns that record the progress of a removal. */
  readonly removalColumns: readonly string[] = [];

  /** Adds all that the versions of locked rows are made of. */
  async withVersionParts(locked: readonly Row[]): Promise<readonly Row[]> {
    return locked;
  }

  async remove(locked: readonly Removal[]): Promise<void> {
    const { table, ident, resource } = this.names;
    this.feedWriter.note(
      'deleted',
      resource,
      locked.map(({ account, value }) => ({ account, ident: value })),
    );
    await deleteLocked(this.database, table, ident, locked);
  }

  async insert(rows: readonly Row[]): Promise<void> {
    this.feedWriter.noteRows('created', this.names.resource, rows);
    if (rows.length > 0) await deferred(this.database(this.names.table).insert(rows));
  }

  /** Writes columns of locked records in one statement. All rows must have the same columns. */
  async overwrite(rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return;
    this.feedWriter.noteRows('updated', this.names.resource, rows);
    await deferred(this.database(this.names.table).insert(rows).onConflict().merge());
  }

  /** Finds the idents of records that were imported from one of these sources, by `sourceKey`. */
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

  takenNumbers(wanted: readonly Scoped[]): Promise<ReadonlySet<string>> {
    const { table, number: column, indexes } = this.names;
    return takenNumbers(this.database, { table, column, index: indexes[column] as string }, wanted);
  }

  /** Returns rows by record, with all that answers are made of. A long text is NULL. */
  abstract read(wanted: readonly Scoped[]): Promise<ReadonlyMap<string, Row>>;

  /**
   * Reads the long texts of rows that have NULL instead, and returns a function that puts them into their rows. Rows and texts
   * must be of one snapshot: a text of another moment has another version.
   */
  withTexts(rows: readonly Row[]): Promise<(row: Row) => Row> {
    return this.complete(rows, (wanted) => this.#texts(wanted));
  }

  protected async complete(
    rows: readonly Row[],
    read: (wanted: readonly Scoped[]) => Promise<ReadonlyMap<string, Row>>,
  ): Promise<(row: Row) => Row> {
    const cut = rows.filter((row) => isCut(row, this.names));
    if (cut.length === 0) return (row) => row;
    const found = await read(cut.map((row) => this.scopedOf(row)));
    return (row) => {
      const columns = found.get(this.keyOf(row));
      return columns ? { ...row, ...columns } : row;
    };
  }

  async #texts(wanted: readonly Scoped[]): Promise<ReadonlyMap<string, Row>> {
    const { table, ident, text } = this.names;
    const rows: readonly Row[] = await byIndex(this.database, table)
      .select('account_id', ident, text)
      .where(whereAnyOf(ident, wanted));
    return this.#byKey(rows);
  }

  /** Returns at most `max` records, in no order. */
  async find(search: Search, max: number): Promise<readonly Row[]> {
    return findQuery(this.database, this.names, search, { max, mayBeExpensive: this.mayBeExpensive });
  }

  async holders(field: string, wanted: readonly Scoped[]): Promise<readonly Holder[]> {
    return holdersOf(this.database, this.names, field, wanted);
  }

  async #lock(
    wanted: readonly Scoped[],
    columns: readonly string[],
    kind: 'update' | 'share',
  ): Promise<ReadonlyMap<string, Row>> {
    const select = (some: readonly Scoped[]) => this.#select(some, columns);
    const rows = await this.#locks.lock({ wanted, select, ident: this.names.ident }, kind);
    return this.#byKey(rows);
  }

  keyOf(row: Row): string {
    return recordKey(row.account_id as number, row[this.names.ident] as string);
  }

  scopedOf(row: Row): Scoped {
    return { account: row.account_id as number, value: row[this.names.ident] as string };
  }

  #byKey(rows: readonly Row[]): ReadonlyMap<string, Row> {
    return new Map(rows.map((row) => [this.keyOf(row), row]));
  }

  #select(wanted: readonly Scoped[], columns: readonly string[] = []) {
    const { table, ident } = this.names;
    return byIndex(this.database, table)
      .select('account_id', ident, ...new Set([notIndexed, ...columns]))
      .where(whereAnyOf(ident, wanted));
  }
}

/**
 * Runs reads on one snapshot of the database: none of them sees what others commit meanwhile. It costs one round trip, for
 * COMMIT; the isolation level and BEGIN are sent with the first read. An open transaction is used as it is.
 */
export function inSnapshot<T>(database: Database, work: (snapshot: Database) => Promise<T>): Promise<T> {
  return database.isTransaction
    ? work(database)
    : database.transaction(work, { isolationLevel: 'repeatable read' });
}

/** The source of an imported record. It is unique in its account unless `external_ident` is empty. */
export interface Source {
  readonly account: number;
  readonly type: string;
  readonly accountName: string;
  readonly externalIdent: string;
}

/** Matches all columns of the index: many records may have the same external ident with other types. */
function whereSources(sources: readonly Source[], type: string): Knex.QueryCallback {
  const groups = groupBy(sources, ({ account, type, accountName }) =>
    JSON.stringify([account, type, accountName]),
  );
  return (query) => {
    for (const group of groups.values()) {
      const { account, type: sourceType, accountName } = group[0] as Source;
      const idents = [...new Set(group.map(({ externalIdent }) => externalIdent))];
      query.orWhere((all) =>
        all
          .where({ account_id: account, [type]: sourceType, external_account_name: accountName })
          .whereIn('external_ident', idents),
      );
    }
  };
}

export function sourceKey({ account, type, accountName, externalIdent }: Source): string {
  return JSON.stringify([account, type, accountName, externalIdent]);
}
