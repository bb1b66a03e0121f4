import { articleFields } from '../../shared/resources/article.ts';
import type { Database } from '../database/database.ts';
import type { Locks } from './locks.ts';
import { RecordStore, type RecordTable, type Row } from './records.ts';
import { recordKey, type Scoped, whereAnyOf } from './scope.ts';
import { inSnapshot } from './snapshot.ts';

/** The columns by which articles are found. */
export const names: RecordTable = {
  table: 'articles',
  ident: 'article_ident',
  number: 'article_nr',
  type: 'article_type',
  indexed: ['article_nr', 'article_sku', 'article_ean'],
};

/** Longer descriptions, in bytes, are read only for answers that have room for them. */
const shortDescriptionBytes = 4_096;
const description = 'articles.article_description';
const short = `if(length(${description}) > ${shortDescriptionBytes}, NULL, ${description}) as article_description`;
const own = ['account_id', 'article_ident', ...Object.keys(articleFields)]
  .map((name) => `articles.${name}`)
  .filter((name) => name !== description);
/** The sum of the quantities of an article's order items; NULL when there are none. */
const sold = `(select sum(quantity) from order_items where order_items.account_id = articles.account_id
  and order_items.article_ident = articles.article_ident) as sold`;
/** As text: if Knex quoted them one by one for every set, that would cost as much as a small read. */
const columns = [
  ...own,
  `coalesce(length(${description}), 0) as description_bytes`,
  'accounts.time_zone',
  sold,
].join(', ');
const indexes = { article_sku: 'articles_sku', article_ean: 'articles_ean' } as const;

/** How many articles a SKU or EAN has. */
export interface Count extends Scoped {
  readonly count: number;
  /** The ident of the oldest one. */
  readonly oldest: string;
}

/** Articles. */
export class Articles extends RecordStore {
  constructor(database: Database, locks?: Locks) {
    super(database, names, locks);
  }

  /** Runs several reads on one snapshot of the database. */
  inSnapshot<T>(work: (articles: Articles) => Promise<T>): Promise<T> {
    return inSnapshot(this.database, (snapshot) => work(new Articles(snapshot)));
  }

  /**
   * Rows with the time zone of their account, the quantity `sold` and `description_bytes`, by record. For a long description,
   * `article_description` is NULL.
   */
  read(wanted: readonly Scoped[]): Promise<ReadonlyMap<string, Row>> {
    return this.#read(wanted, short);
  }

  /** The same rows with their descriptions, whatever their length. */
  readWhole(wanted: readonly Scoped[]): Promise<ReadonlyMap<string, Row>> {
    return this.#read(wanted, description);
  }

  /** How many articles have each SKU or EAN, by account and value. Reads only the index. */
  async count(
    field: 'article_sku' | 'article_ean',
    wanted: readonly Scoped[],
  ): Promise<ReadonlyMap<string, Count>> {
    if (wanted.length === 0) return new Map();
    const counts: readonly Count[] = await this.#byIndexOf(field)
      .select('account_id as account', `${field} as value`)
      .count('* as count')
      .min('article_ident as oldest')
      .where(whereAnyOf(field, wanted))
      .groupBy('account_id', field);
    return new Map(counts.map((count) => [recordKey(count.account, count.value), count]));
  }

  /** The idents of at most `max` articles of each SKU or EAN, by account and value, the oldest one first. Reads only the index. */
  async oldest(
    field: 'article_sku' | 'article_ean',
    wanted: readonly Scoped[],
    max: number,
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const idents = new Map(wanted.map(({ account, value }) => [recordKey(account, value), [] as string[]]));
    if (wanted.length === 0) return idents;
    const of = ({ account, value }: Scoped) =>
      this.#byIndexOf(field)
        .select('account_id', `${field} as value`, 'article_ident')
        .where({ account_id: account, [field]: value })
        .orderBy('article_ident')
        .limit(max);
    const rows: readonly Row[] = await this.database.unionAll(wanted.map(of), true).orderBy('article_ident');
    for (const { account_id, value, article_ident } of rows)
      idents.get(recordKey(account_id as number, value as string))?.push(article_ident as string);
    return idents;
  }

  /** Without the hint, the database reads the rows of the account instead if most of them have the same value. */
  #byIndexOf(field: 'article_sku' | 'article_ean') {
    return this.database.from(this.database.raw('articles force index (??)', [indexes[field]]));
  }

  async #read(wanted: readonly Scoped[], descriptionColumn: string): Promise<ReadonlyMap<string, Row>> {
    if (wanted.length === 0) return new Map();
    const rows: readonly Row[] = await this.database('articles')
      .join('accounts', 'accounts.id', 'articles.account_id')
      .select(this.database.raw(`${columns}, ${descriptionColumn}`))
      .where(whereAnyOf('article_ident', wanted, 'articles'));
    return new Map(rows.map((row) => [this.keyOf(row), row]));
  }
}
