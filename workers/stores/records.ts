import { deferred } from '../database/batchingClient.ts';
import type { Database } from '../database/database.ts';
import { recordKey, type Scoped, whereAnyOf } from './scope.ts';

/** The columns by which a table of records is addressed. */
export interface RecordTable {
  readonly table: 'customers' | 'articles';
  readonly ident: 'customer_ident' | 'article_ident';
  readonly number: 'customer_nr' | 'article_nr';
  readonly type: 'customer_type' | 'article_type';
}

/** A row by its columns' names. */
export type Row = Readonly<Record<string, unknown>>;

/** Where a record was imported from: unique in its account unless `external_ident` is empty (contract.md). */
export interface Source {
  readonly account: number;
  readonly type: string;
  readonly accountName: string;
  readonly externalIdent: string;
}

/** The first and the last ident of the records of an account that hold a value. */
export interface Holders {
  readonly account: number;
  readonly value: unknown;
  readonly first: string;
  readonly last: string;
}

/** What customers and articles have in common. Maps and sets go by `recordKey`. */
export class RecordStore {
  protected readonly database: Database;
  readonly names: RecordTable;

  constructor(database: Database, names: RecordTable) {
    this.database = database;
    this.names = names;
  }

  /** Those of the records that exist. */
  async existing(wanted: readonly Scoped[]): Promise<ReadonlySet<string>> {
    return this.#keys(await this.#select(wanted));
  }

  /** Those of the records that exist, kept from deletion until the transaction ends. */
  async keep(wanted: readonly Scoped[]): Promise<ReadonlySet<string>> {
    return this.#keys(await this.#select(wanted).forShare());
  }

  /** Those of the records that exist with these columns, locked until the transaction ends. */
  async lock(wanted: readonly Scoped[], columns: readonly string[] = []): Promise<ReadonlyMap<string, Row>> {
    const rows = await this.#select(wanted, columns).forUpdate();
    return new Map(rows.map((row) => [this.keyOf(row), row]));
  }

  /** Removes records; returns those that existed. */
  async remove(wanted: readonly Scoped[]): Promise<ReadonlySet<string>> {
    const found = new Set((await this.lock(wanted)).keys());
    const doomed = wanted.filter(({ account, value }) => found.has(recordKey(account, value)));
    if (doomed.length > 0)
      await deferred(this.database(this.names.table).where(whereAnyOf(this.names.ident, doomed)).delete());
    return found;
  }

  async insert(rows: readonly Row[]): Promise<void> {
    if (rows.length > 0) await deferred(this.database(this.names.table).insert(rows));
  }

  /** Writes columns of locked records, all rows with the same ones, in one statement. */
  async overwrite(rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return;
    await deferred(this.database(this.names.table).insert(rows).onConflict().merge());
  }

  /** The idents of the records that were imported from one of these sources, by `sourceKey`. */
  async imported(sources: readonly Source[]): Promise<ReadonlyMap<string, string>> {
    const named = sources.filter(({ externalIdent }) => externalIdent !== '');
    if (named.length === 0) return new Map();
    const { table, ident, type } = this.names;
    const rows: Record<string, never>[] = await this.database(table)
      .select('account_id as account', `${type} as type`, 'external_account_name as accountName')
      .select('external_ident as externalIdent', `${ident} as ident`)
      .where(
        whereAnyOf(
          'external_ident',
          named.map(({ account, externalIdent: value }) => ({ account, value })),
        ),
      );
    return new Map(rows.map((row) => [sourceKey(row as unknown as Source), row.ident as unknown as string]));
  }

  /** Those numbers that some record has. */
  async takenNumbers(wanted: readonly Scoped[]): Promise<ReadonlySet<string>> {
    const { table, number } = this.names;
    const rows = await this.database(table)
      .distinct('account_id', `${number} as number`)
      .where(whereAnyOf(number, wanted));
    return new Set(rows.map((row) => recordKey(row.account_id, row.number)));
  }

  /** Who holds these values in a field. */
  async holders(field: string, wanted: readonly Scoped[]): Promise<readonly Holders[]> {
    const { table, ident } = this.names;
    return this.database(table)
      .select('account_id as account', `${field} as value`)
      .min(`${ident} as first`)
      .max(`${ident} as last`)
      .where(whereAnyOf(field, wanted))
      .groupBy('account_id', field);
  }

  protected keyOf(row: Row): string {
    return recordKey(row.account_id as number, row[this.names.ident] as string);
  }

  #keys(rows: readonly Row[]): ReadonlySet<string> {
    return new Set(rows.map((row) => this.keyOf(row)));
  }

  #select(wanted: readonly Scoped[], columns: readonly string[] = []) {
    const { table, ident } = this.names;
    return this.database(table)
      .select('account_id', ident, ...columns)
      .where(whereAnyOf(ident, wanted));
  }
}

/** Tells sources of all accounts apart. */
export function sourceKey({ account, type, accountName, externalIdent }: Source): string {
  return JSON.stringify([account, type, accountName, externalIdent]);
}
