import { addressCreate } from '../../../shared/contract/operations/address.create.ts';
import { articleCreate } from '../../../shared/contract/operations/article.create.ts';
import { customerCreate } from '../../../shared/contract/operations/customer.create.ts';
import type { AnyOperation } from '../../../shared/contract/operations/operation.ts';
import { articleReadOnly } from '../../../shared/contract/resources/article.ts';
import { type Fields, line } from '../../../shared/contract/resources/field.ts';
import { importSource } from '../../../shared/contract/resources/importSource.ts';

export const resources = ['customers', 'addresses', 'articles'] as const;
export type Resource = (typeof resources)[number];

export const createOperations = {
  customers: customerCreate,
  addresses: addressCreate,
  articles: articleCreate,
} as const satisfies Record<Resource, AnyOperation>;

/** Longer than the parts together. */
const maxWholeLength = 512;

/**
 * Fields that columns can be mapped to: the input of the create operation, and those from which parts of it are computed: the
 * external ident of an address's customer, the gross price of an article, and columns with a whole name or with zip code and city.
 */
export const fieldsOf: Readonly<Record<Resource, Fields>> = {
  customers: { ...customerCreate.input, ...wholeColumns('bill_'), ...wholeColumns('delivery_') },
  addresses: {
    ...addressCreate.input,
    customer_external_ident: importSource.external_ident,
    ...wholeColumns('delivery_'),
  },
  articles: { ...articleCreate.input, article_price_total: articleReadOnly.article_price_total },
};

function wholeColumns(side: string): Fields {
  const names = ['name', 'name_last_first', 'zip_city'];
  return Object.fromEntries(names.map((name) => [side + name, line(maxWholeLength)]));
}

/** Columns with the ident that the service gave a record, which only our own exports have. */
export const identFields = {
  customers: 'customer_ident',
  articles: 'article_ident',
  addresses: 'address_ident',
} as const satisfies Record<Resource, string>;

/** Fields by which `--match` can find records. */
export const matchFields: Readonly<Record<Resource, readonly string[]>> = {
  articles: ['article_nr', 'article_sku', 'article_ean', 'external_ident', identFields.articles],
  customers: ['customer_nr', 'bill_email', 'external_ident', identFields.customers],
  addresses: [],
};
