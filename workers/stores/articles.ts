import type { Database } from '../database.ts';
import { RecordStore, type RecordTable, type Row } from './records.ts';
import { recordKey, type Scoped, whereAnyOf } from './scope.ts';

const names: RecordTable = {
  table: 'articles',
  ident: 'article_ident',
  number: 'article_nr',
  type: 'article_type',
};

/** What a look-up by SKU or EAN found: the oldest records, and how many there are in all. */
export interface Hits {
  readonly rows: readonly Row[];
  readonly count: number;
}

/** Articles (spec section 2.3). */
export class Articles extends RecordStore {
  constructor(database: Database) {
    super(database, names);
  }

  /** Whole rows with the time zone of their account, by record. */
  async read(wanted: readonly Scoped[]): Promise<ReadonlyMap<string, Row>> {
    const rows = await this.#rows().where(whereAnyOf('article_ident', wanted, 'articles'));
    return new Map(rows.map((row) => [this.keyOf(row), row]));
  }

  /** Whole rows by account and SKU or EAN: the `most` oldest ones of each. */
  async find(
    field: 'article_sku' | 'article_ean',
    wanted: readonly Scoped[],
    most: number,
  ): Promise<ReadonlyMap<string, Hits>> {
    if (wanted.length === 0) return new Map();
    const ranked = this.#rows()
      .rowNumber('place', (over) => over.partitionBy(['articles.account_id', field]).orderBy('article_ident'))
      .select(this.database.raw('count(*) over (partition by articles.account_id, ??) as hits', [field]))
      .where(whereAnyOf(field, wanted, 'articles'));
    const rows = await this.database
      .from(ranked.as('ranked'))
      .select('*')
      .where('place', '<=', most)
      .orderBy('article_ident');
    return grouped(rows, field);
  }

  /** How often articles were sold: the sum of the quantities of their order items, as decimal strings. */
  async sold(wanted: readonly Scoped[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.database('order_items')
      .select('account_id', 'article_ident')
      .sum('quantity as count')
      .where(whereAnyOf('article_ident', wanted))
      .groupBy('account_id', 'article_ident');
    return new Map(rows.map((row) => [this.keyOf(row as Row), String(row.count)]));
  }

  #rows() {
    return this.database('articles')
      .join('accounts', 'accounts.id', 'articles.account_id')
      .select('articles.*', 'accounts.time_zone');
  }
}

function grouped(rows: readonly Row[], field: string): ReadonlyMap<string, Hits> {
  const hits = new Map<string, Row[]>();
  for (const row of rows) {
    const key = recordKey(row.account_id as number, row[field] as string);
    hits.set(key, [...(hits.get(key) ?? []), row]);
  }
  return new Map([...hits].map(([key, found]) => [key, { rows: found, count: Number(found[0]?.hits) }]));
}
