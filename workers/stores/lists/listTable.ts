/** Characters in a column for searches (migrations/columns.ts). */
export const searchedLength = 64;

/** Indexes by which the records of a table are filtered and searched. */
export interface ListTable {
  readonly table: 'customers' | 'articles' | 'addresses';
  readonly ident: 'customer_ident' | 'article_ident' | 'address_ident';
  /**
   * Indexes of filters by equality, which continue in the order of idents. The one that leaves the fewest records comes first.
   */
  readonly equal: Readonly<Record<string, string>>;
  /** Index of `external_ident`, and the columns of type and account name that follow in it. */
  readonly external?: { readonly index: string; readonly source: readonly string[] };
  /** Columns without an index of their own, which filters compare in the rows that another index finds. */
  readonly compared: readonly string[];
  /** Orders, by the name that requests have in `sort`. */
  readonly orders: Readonly<Record<string, ListOrder>> & { readonly updated: ListOrder };
  readonly searched: readonly SearchedColumn[];
}

/** Order of records. Those with the same value in the column are in the order of idents. */
export interface ListOrder {
  /** Column of the index after `account_id`. Idents follow it, as in all indexes. */
  readonly column: string;
  readonly index: string;
}

export interface SearchedColumn {
  readonly column: string;
  readonly index: string;
  /** Source of a generated column in lower case. The searched text is made lower case by the same function. */
  readonly lowerCaseOf?: string;
}
