import type { Database } from '../database/database.ts';
import { deferred } from '../database/pipeliningClient.ts';
import type { ChangeWriter } from './changeWriter.ts';
import { insertRows } from './insertRows.ts';
import { Lists } from './lists/lists.ts';
import type { Locks } from './locks.ts';
import type { RecordTable, Row } from './recordTable.ts';
import { byIndex, notIndexed, recordKey, type Scoped, whereAnyOf } from './scope.ts';

export interface StoreDependencies {
  readonly locks: Locks;
  readonly changeWriter: ChangeWriter;
  readonly mayBeExpensive: boolean;
}

/** Base of the stores of customers, addresses and articles. `recordKey` makes the keys of maps and sets. */
export abstract class RecordStore<Table extends RecordTable = RecordTable> {
  protected readonly database: Database;
  readonly table: Table;
  readonly #locks: Locks;
  protected readonly changeWriter: ChangeWriter;
  protected readonly mayBeExpensive: boolean;

  constructor(database: Database, table: Table, shared: StoreDependencies) {
    this.database = database;
    this.table = table;
    this.#locks = shared.locks;
    this.changeWriter = shared.changeWriter;
    this.mayBeExpensive = shared.mayBeExpensive;
  }

  get lists(): Lists {
    return new Lists(this.database, this.table);
  }

  async existing(wanted: readonly Scoped[]): Promise<ReadonlySet<string>> {
    const rows: readonly Row[] = await this.#select(wanted);
    return new Set(rows.map((row) => this.keyOf(row)));
  }

  /** Locks the records that exist until the transaction ends. Throws `LockedElsewhere`. */
  lock(wanted: readonly Scoped[], columns: readonly string[] = []): Promise<ReadonlyMap<string, Row>> {
    return this.#lock(wanted, columns, 'update');
  }

  /** Lets a set wait for the lock of a record that its call names by another key. */
  awaitUnder(keys: ReadonlyMap<string, string>): void {
    this.#locks.awaitUnder(keys);
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

  /**
   * Deletes locked records one by one: for several in a small table, the database reads other rows too, and waits for their
   * locks.
   */
  async remove(locked: readonly Scoped[]): Promise<void> {
    const { table, ident, resource } = this.table;
    this.changeWriter.note(
      'deleted',
      resource,
      locked.map(({ account, value }) => ({ account, ident: value })),
    );
    for (const { account, value } of locked)
      await deferred(
        this.database(table)
          .where({ account_id: account, [ident]: value })
          .delete(),
      );
  }

  async insert(rows: readonly Row[]): Promise<void> {
    this.changeWriter.noteRows('created', this.table.resource, rows);
    if (rows.length > 0) await deferred(insertRows(this.database, this.table.table, rows));
  }

  /**
   * Writes columns of locked records in one statement. All rows must have the same columns. `fieldsOf` returns the names of the
   * fields that a row changes, for clients.
   */
  async overwrite(rows: readonly Row[], fieldsOf: (index: number) => readonly string[]): Promise<void> {
    if (rows.length === 0) return;
    this.changeWriter.noteUpdates(this.table.resource, rows, fieldsOf);
    await deferred(insertRows(this.database, this.table.table, rows, 'overwrite'));
  }

  keyOf(row: Row): string {
    return recordKey(row.account_id as number, row[this.table.ident] as string);
  }

  scopedOf(row: Row): Scoped {
    return { account: row.account_id as number, value: row[this.table.ident] as string };
  }

  protected byKey(rows: readonly Row[]): ReadonlyMap<string, Row> {
    return new Map(rows.map((row) => [this.keyOf(row), row]));
  }

  /** Selects the rows to lock, with their idents and these columns. */
  protected selectToLock(wanted: readonly Scoped[], columns: readonly string[]) {
    return this.#select(wanted, columns);
  }

  async #lock(
    wanted: readonly Scoped[],
    columns: readonly string[],
    kind: 'update' | 'share',
  ): Promise<ReadonlyMap<string, Row>> {
    const select = (some: readonly Scoped[]) => this.selectToLock(some, columns);
    return this.byKey(await this.#locks.lock({ wanted, select, ident: this.table.ident }, kind));
  }

  #select(wanted: readonly Scoped[], columns: readonly string[] = []) {
    const { table, ident } = this.table;
    return byIndex(this.database, table)
      .select('account_id', ident, ...new Set([notIndexed, ...columns]))
      .where(whereAnyOf(ident, wanted));
  }
}
