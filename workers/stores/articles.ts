import { articleFields } from '../../shared/contract/resources/article.ts';
import { importSource } from '../../shared/contract/resources/importSource.ts';
import type { Database } from '../database/database.ts';
import { textColumns } from './find.ts';
import { ImportedStore } from './importedStore.ts';
import type { StoreDependencies } from './recordStore.ts';
import type { ImportedTable, Row } from './recordTable.ts';
import { byIndex, type Scoped, whereAnyOf, withAccounts } from './scope.ts';
import { versionColumns } from './versions.ts';

const indexes = {
  article_nr: 'articles_number',
  article_sku: 'articles_sku',
  article_ean: 'articles_ean',
  external_ident: 'articles_external',
};
const { external_ident: externalIndex, ...equal } = indexes;
const byNumber = { column: 'article_nr', index: indexes.article_nr };
const byTitle = { column: 'search_title', index: 'articles_search_title' };

export const articleTable: ImportedTable<'article_not_found'> = {
  resource: 'article',
  notFound: 'article_not_found',
  table: 'articles',
  ident: 'article_ident',
  number: 'article_nr',
  type: 'article_type',
  text: 'article_description',
  fields: articleFields,
  indexes,
  equal,
  external: { index: externalIndex, source: ['article_type', 'external_account_name'] },
  compared: ['article_type', 'external_account_name'],
  orders: {
    created: { column: 'article_ident', index: 'PRIMARY' },
    updated: { column: 'date_updated', index: 'articles_updated' },
    number: byNumber,
    title: byTitle,
  },
  searched: [
    { ...byTitle, lowerCaseOf: 'article_title' },
    byNumber,
    { column: 'article_sku', index: indexes.article_sku },
    { column: 'article_ean', index: indexes.article_ean },
  ],
};

const description = `articles.${articleTable.text}`;
const [shortDescription, descriptionBytes] = textColumns('articles', articleTable.text);
const own = [
  'account_id',
  'article_ident',
  ...versionColumns,
  ...Object.keys({ ...importSource, ...articleFields }),
]
  .map((name) => `articles.${name}`)
  .filter((name) => name !== description);
/**
 * Quantity of an article in all orders. Without the hint, the database may read all sums of the account for each article
 * while its statistics are from a time with few articles.
 */
const sold = `coalesce((select quantity from article_sales force index (PRIMARY)
  where article_sales.account_id = articles.account_id
  and article_sales.article_ident = articles.article_ident), 0) as sold`;
/** One text, since quoting each name for every set would cost Knex as much as a small read. */
const columns = [...own, descriptionBytes, 'accounts.time_zone', sold].join(', ');

export class Articles extends ImportedStore<'article_not_found'> {
  constructor(database: Database, shared: StoreDependencies) {
    super(database, articleTable, shared);
  }

  /**
   * Returns rows by record, with the time zone of the account, the quantity `sold` and `text_bytes`. A long
   * `article_description` is NULL.
   */
  override read(wanted: readonly Scoped[]): Promise<ReadonlyMap<string, Row>> {
    return this.#read(wanted, shortDescription);
  }

  /** Reads whole rows again unless it is on a snapshot: a text of another moment would not fit the version of its row. */
  override withTexts(rows: readonly Row[]): Promise<(row: Row) => Row> {
    if (this.database.isTransaction) return super.withTexts(rows);
    return this.complete(rows, (wanted) => this.#read(wanted, description));
  }

  async #read(wanted: readonly Scoped[], descriptionColumn: string): Promise<ReadonlyMap<string, Row>> {
    const rows: readonly Row[] = await byIndex(this.database, 'articles')
      .joinRaw(withAccounts('articles'))
      .select(this.database.raw(`${columns}, ${descriptionColumn}`))
      .where(whereAnyOf('article_ident', wanted, 'articles'));
    return this.byKey(rows);
  }
}
