import type { TestAccount } from './account.ts';
import { newCustomer } from './customers.ts';

/** Names, texts and calls of a kind of record, for tests of rules that customers and articles share. */
export interface RecordKind {
  readonly resource: 'customer' | 'article';
  readonly table: 'customers' | 'articles';
  readonly ident: 'customer_ident' | 'article_ident';
  /** The field with the type of the source. */
  readonly type: 'customer_type' | 'article_type';
  readonly number: 'customer_nr' | 'article_nr';
  /** An ordinary text. */
  readonly text: 'bill_city' | 'article_subtitle';
  /** The fields without which no record is created. */
  readonly needed: Readonly<Record<string, unknown>>;
  /** Creates a record and resolves to its ident. */
  readonly create: (account: TestAccount, fields?: object) => Promise<string>;
}

export const customerKind: RecordKind = {
  resource: 'customer',
  table: 'customers',
  ident: 'customer_ident',
  type: 'customer_type',
  number: 'customer_nr',
  text: 'bill_city',
  needed: {},
  create: newCustomer,
};

export const articleKind: RecordKind = {
  resource: 'article',
  table: 'articles',
  ident: 'article_ident',
  type: 'article_type',
  number: 'article_nr',
  text: 'article_subtitle',
  needed: { article_title: 'Tea' },
  create: async (account, fields = {}) =>
    (await account.client.article.create({ article_title: 'Tea', ...fields })).article_ident,
};

export const recordKinds = [customerKind, articleKind];
