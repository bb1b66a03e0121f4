import type { Knex } from 'knex';
import type { RefusalCode } from '../../shared/contract/refusals.ts';
import { groupBy } from '../../shared/contract/values/groupBy.ts';
import { queryRows } from '../database/pool.ts';
import { findQuery, type Search } from './find.ts';
import { Hits } from './hits.ts';
import { type Holder, holdersOf } from './holders.ts';
import { StepNeeded } from './locks.ts';
import { takenNumbers } from './numbers.ts';
import { queriedTables } from './queriedTables.ts';
import { RecordStore } from './recordStore.ts';
import type { ImportedTable, Row } from './recordTable.ts';
import { byIndex, notIndexed, type Scoped, whereAnyOf } from './scope.ts';
import { WordSearch } from './wordSearch.ts';

export interface Removal extends Scoped {
  /** Version that the record must have, if any. */
  readonly required: string | undefined;
  /** Time of the service, in the form of the tables. */
  readonly now: string;
  /** True if stored answers with values of the record are to be removed too. */
  readonly erases?: boolean;
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
export function isCut(row: Row, { text }: ImportedTable): boolean {
  return row[text] === null && textBytes(row) > 0;
}

/** Base of the stores of customers and articles: records with numbers, sources and long texts. */
export abstract class ImportedStore<NotFound extends RefusalCode = RefusalCode> extends RecordStore<
  ImportedTable<NotFound>
> {
  get wordSearch(): WordSearch {
    return new WordSearch(this.database, queriedTables[this.table.resource]);
  }

  get hits(): Hits {
    return new Hits(this.database, this.table, this.mayBeExpensive);
  }

  /** Finds the idents of records that were imported from one of these sources, by `sourceKey`. */
  async imported(sources: readonly Source[]): Promise<ReadonlyMap<string, string>> {
    const named = sources.filter(({ externalIdent }) => externalIdent !== '');
    if (named.length === 0) return new Map();
    const { table, ident, type, indexes } = this.table;
    const where = whereSources(named, type);
    const sql = `select account_id as account, ${type} as type, external_account_name as accountName,
      external_ident as externalIdent, ${ident} as ident, ${notIndexed}
      from ${table} force index (${indexes.external_ident}) where ${where.sql}`;
    const rows = await queryRows<ImportedRow>(this.database, { sql, bindings: where.bindings });
    return new Map(rows.map((row) => [sourceKey(row), row.ident]));
  }

  async hasAny(account: number): Promise<boolean> {
    const some: readonly Row[] = await this.#ofAccount(account, 1);
    return some.length > 0;
  }

  /**
   * Removes the oldest records of an account that nobody has locked, at most `max`, and returns how many. Takes an eighth of them
   * if they are too much for a transaction: each try reads up to its limit. Throws `StepNeeded` if the oldest one is too much.
   */
  async removeSome(account: number, max: number, now: string): Promise<number> {
    const free: readonly Row[] = await this.#ofAccount(account, max).forUpdate().skipLocked();
    const removals = free.map((row) => ({ ...this.scopedOf(row), required: undefined, now }));
    for (let count = removals.length; ; count = Math.max(1, Math.floor(count / 8)))
      try {
        await this.remove(removals.slice(0, count));
        return count;
      } catch (error) {
        if (!(error instanceof StepNeeded) || count === 1) throw error;
      }
  }

  #ofAccount(account: number, max: number): Knex.QueryBuilder {
    const { table, ident } = this.table;
    return byIndex(this.database, table)
      .select('account_id', ident, notIndexed)
      .where({ account_id: account })
      .orderBy(ident)
      .limit(max);
  }

  /** Returns who created the records that are stored: the text of `created_by`, by `recordKey`. */
  async creators(wanted: readonly Scoped[]): Promise<ReadonlyMap<string, string>> {
    if (wanted.length === 0) return new Map();
    const { table, ident } = this.table;
    const rows: readonly Row[] = await byIndex(this.database, table)
      .select('account_id', ident, 'created_by')
      .where(whereAnyOf(ident, wanted));
    return new Map(rows.map((row) => [this.keyOf(row), row.created_by as string]));
  }

  takenNumbers(wanted: readonly Scoped[]): Promise<ReadonlySet<string>> {
    const { table, number: column, indexes } = this.table;
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
    const cut = rows.filter((row) => isCut(row, this.table));
    if (cut.length === 0) return (row) => row;
    const found = await read(cut.map((row) => this.scopedOf(row)));
    return (row) => {
      const columns = found.get(this.keyOf(row));
      return columns ? { ...row, ...columns } : row;
    };
  }

  async #texts(wanted: readonly Scoped[]): Promise<ReadonlyMap<string, Row>> {
    const { table, ident, text } = this.table;
    const rows: readonly Row[] = await byIndex(this.database, table)
      .select('account_id', ident, text)
      .where(whereAnyOf(ident, wanted));
    return this.byKey(rows);
  }

  /** Returns at most `max` records, in no order. */
  async find(search: Search, max: number): Promise<readonly Row[]> {
    return findQuery(this.database, this.table, search, { max, mayBeExpensive: this.mayBeExpensive });
  }

  async holders(field: string, wanted: readonly Scoped[]): Promise<readonly Holder[]> {
    return holdersOf(this.database, this.table, field, wanted);
  }
}

/** Source of an imported record. It is unique in its account unless `external_ident` is empty. */
export interface Source {
  readonly account: number;
  readonly type: string;
  readonly accountName: string;
  readonly externalIdent: string;
}

interface ImportedRow extends Source {
  readonly ident: string;
}

/**
 * Matches all columns of the index: many records may have the same external ident with other types. The external idents of a
 * source are one binding, for which the driver writes a list: Knex takes long for a placeholder of each.
 */
function whereSources(sources: readonly Source[], type: string) {
  const groups = groupBy(sources, ({ account, type, accountName }) =>
    JSON.stringify([account, type, accountName]),
  );
  const each = `(account_id = ? and ${type} = ? and external_account_name = ? and external_ident in (?))`;
  const bindings: unknown[] = [];
  for (const group of groups.values()) {
    const { account, type: sourceType, accountName } = group[0] as Source;
    bindings.push(account, sourceType, accountName, [
      ...new Set(group.map(({ externalIdent }) => externalIdent)),
    ]);
  }
  const sql = Array.from(groups, () => each).join(' or ');
  return { sql, bindings: bindings as unknown as Knex.RawBinding[] };
}

export function sourceKey({ account, type, accountName, externalIdent }: Source): string {
  return JSON.stringify([account, type, accountName, externalIdent]);
}
