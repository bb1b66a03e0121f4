import type { RefusalCode } from '../../shared/contract/refusals.ts';
import type { ChangedResource } from '../../shared/contract/resources/change.ts';
import type { Fields } from '../../shared/contract/resources/field.ts';
import type { ListTable } from './lists/listTable.ts';

export interface RecordTable<NotFound extends RefusalCode = RefusalCode> extends ListTable {
  readonly resource: ChangedResource;
  /** Code for calls whose record does not exist. */
  readonly notFound: NotFound;
  /** Fields that clients may create and update. */
  readonly fields: Fields;
  /** Column with the ident of the record that this one belongs to. */
  readonly owner?: 'customer_ident';
}

/** Table whose records have numbers, and may be imported from other systems. */
export interface ImportedTable<NotFound extends RefusalCode = RefusalCode> extends RecordTable<NotFound> {
  readonly resource: 'customer' | 'article';
  readonly table: 'customers' | 'articles';
  readonly ident: 'customer_ident' | 'article_ident';
  readonly number: 'customer_nr' | 'article_nr';
  readonly type: 'customer_type' | 'article_type';
  readonly text: 'user_note' | 'article_description';
  /** Indexes by column. A search by these columns does not read the whole account. */
  readonly indexes: Readonly<Record<string, string>>;
}

export type Row = Readonly<Record<string, unknown>>;
