import type { Database } from '../database/database.ts';
import type { Locks } from './locks.ts';
import { RecordStore, type RecordTable, type Row } from './records.ts';
import { recordKey, type Scoped, whereAnyOf } from './scope.ts';

/** How records are addressed. */
export const names: RecordTable = {
  table: 'articles',
  ident: 'article_ident',
  number: 'article_nr',
  type: 'article_type',
  indexed: ['article_nr', 'article_sku', 'article_ean'],
};

/** What a look-up by SKU or EAN found: the oldest records, and how many there are in all. */
export interface Hits {
  readonly rows: readonly Row[];
  readonly count: number;
}

/** Articles (spec section 2.3). */
export class Articles extends RecordStore {
  constructor(database: Database, locks?: Locks) {
    super(database, names, locks);
  }

  /** Whole rows with the time zone of their account and what was `sold`, by record. */
  async read(wanted: readonly Scoped[]): Promise<ReadonlyMap<string, Row>> {
    if (wanted.length === 0) return new Map();
    const rows = await this.#rows()
      .select(this.#sold('articles'))
      .where(whereAnyOf('article_ident', wanted, 'articles'));
    return new Map(rows.map((row) => [this.keyOf(row), row]));
  }

  /** The same by account and SKU or EAN: the `most` oldest ones of each. */
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
      .select('*', this.#sold('ranked'))
      .where('place', '<=', most)
      .orderBy('article_ident');
    return grouped(rows, field);
  }

  #rows() {
    return this.database('articles')
      .join('accounts', 'accounts.id', 'articles.account_id')
      .select('articles.*', 'accounts.time_zone');
  }

  /** The sum of the quantities of an article's order items; NULL when there are none. */
  #sold(table: string) {
    const items = 'order_items.account_id = ??.account_id and order_items.article_ident = ??.article_ident';
    return this.database.raw(`(select sum(quantity) from order_items where ${items}) as sold`, [
      table,
      table,
    ]);
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
