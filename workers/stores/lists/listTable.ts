import type { Resource } from '../../../shared/contract/operations/operation.ts';

/** Characters in a column for searches (migrations/columns.ts). */
export const searchedLength = 64;

/** The indexes by which the records of a table are filtered and searched. */
export interface ListTable {
  readonly table: 'customers' | 'articles' | 'addresses';
  readonly ident: string;
  /**
   * Indexes of filters by equality, which continue in the order of idents. The one that leaves the fewest records comes first.
   */
  readonly equal: Readonly<Record<string, string>>;
  /** The index of `external_ident`, and the columns of type and account name that follow in it. */
  readonly external?: { readonly index: string; readonly source: readonly string[] };
  readonly updatedIndex: string;
  readonly searched: readonly SearchedColumn[];
}

export interface SearchedColumn {
  readonly column: string;
  readonly index: string;
  /** The source of a generated column in lower case. The searched text is made lower case by the same function. */
  readonly lowerCaseOf?: string;
}

export const listTables = {
  customer: {
    table: 'customers',
    ident: 'customer_ident',
    equal: {
      customer_nr: 'customers_number',
      bill_email: 'customers_email',
      bill_zipcode: 'customers_zipcode',
    },
    external: { index: 'customers_external', source: ['customer_type', 'external_account_name'] },
    updatedIndex: 'customers_updated',
    searched: [
      { column: 'search_company', index: 'customers_search_company', lowerCaseOf: 'bill_company' },
      { column: 'search_lastname', index: 'customers_search_lastname', lowerCaseOf: 'bill_lastname' },
      { column: 'search_email', index: 'customers_search_email', lowerCaseOf: 'bill_email' },
      { column: 'customer_nr', index: 'customers_number' },
    ],
  },
  article: {
    table: 'articles',
    ident: 'article_ident',
    equal: { article_nr: 'articles_number', article_sku: 'articles_sku', article_ean: 'articles_ean' },
    external: { index: 'articles_external', source: ['article_type', 'external_account_name'] },
    updatedIndex: 'articles_updated',
    searched: [
      { column: 'search_title', index: 'articles_search_title', lowerCaseOf: 'article_title' },
      { column: 'article_nr', index: 'articles_number' },
      { column: 'article_sku', index: 'articles_sku' },
      { column: 'article_ean', index: 'articles_ean' },
    ],
  },
  address: {
    table: 'addresses',
    ident: 'address_ident',
    equal: { customer_ident: 'addresses_customer', delivery_zipcode: 'addresses_zipcode' },
    updatedIndex: 'addresses_updated',
    searched: [
      { column: 'search_company', index: 'addresses_search_company', lowerCaseOf: 'delivery_company' },
      { column: 'search_lastname', index: 'addresses_search_lastname', lowerCaseOf: 'delivery_lastname' },
    ],
  },
} as const satisfies Partial<Record<Resource, ListTable>>;
