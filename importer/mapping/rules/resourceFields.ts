import { addressCreate } from '../../../shared/contract/operations/address.create.ts';
import { articleCreate } from '../../../shared/contract/operations/article.create.ts';
import { customerCreate } from '../../../shared/contract/operations/customer.create.ts';
import type { AnyOperation } from '../../../shared/contract/operations/operation.ts';
import { articleReadOnly } from '../../../shared/contract/resources/article.ts';
import type { Fields } from '../../../shared/contract/resources/field.ts';
import { importSource } from '../../../shared/contract/resources/importSource.ts';

export const resources = ['customers', 'addresses', 'articles'] as const;
export type Resource = (typeof resources)[number];

export const createOperations = {
  customers: customerCreate,
  addresses: addressCreate,
  articles: articleCreate,
} as const satisfies Record<Resource, AnyOperation>;

/**
 * Fields that columns can be mapped to: the input of the create operation, and two from which parts of it are computed: the
 * external ident of an address's customer, and the gross price of an article.
 */
export const fieldsOf: Readonly<Record<Resource, Fields>> = {
  customers: customerCreate.input,
  addresses: { ...addressCreate.input, customer_external_ident: importSource.external_ident },
  articles: { ...articleCreate.input, article_price_total: articleReadOnly.article_price_total },
};

/** Columns with the ident that the service gave a record, which only our own exports have. */
export const identFields = {
  customers: 'customer_ident',
  articles: 'article_ident',
  addresses: 'address_ident',
} as const satisfies Record<Resource, string>;
