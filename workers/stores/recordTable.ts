/** The columns by which the records of a table are found. */
export interface RecordTable {
  readonly resource: 'customer' | 'article';
  readonly table: 'customers' | 'articles';
  readonly ident: 'customer_ident' | 'article_ident';
  readonly number: 'customer_nr' | 'article_nr';
  readonly type: 'customer_type' | 'article_type';
  /** The column with a long text. */
  readonly text: 'user_note' | 'article_description';
  /** Columns with an index, and its name: a search by their values does not read the whole account. */
  readonly indexes: Readonly<Record<string, string>>;
}

/** A row by its columns' names. */
export type Row = Readonly<Record<string, unknown>>;
