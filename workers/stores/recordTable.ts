import type { Fields } from '../../shared/contract/resources/field.ts';

export interface RecordTable {
  readonly resource: 'customer' | 'article';
  readonly table: 'customers' | 'articles';
  readonly ident: 'customer_ident' | 'article_ident';
  readonly number: 'customer_nr' | 'article_nr';
  readonly type: 'customer_type' | 'article_type';
  readonly text: 'user_note' | 'article_description';
  /** Fields that clients may create and update. */
  readonly fields: Fields;
  /** Indexes by column. A search by these columns does not read the whole account. */
  readonly indexes: Readonly<Record<string, string>>;
}

export type Row = Readonly<Record<string, unknown>>;
