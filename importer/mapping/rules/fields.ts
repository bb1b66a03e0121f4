import { addressCreate } from '../../../shared/operations/address.create.ts';
import { articleCreate } from '../../../shared/operations/article.create.ts';
import { customerCreate } from '../../../shared/operations/customer.create.ts';
import { articleReadOnly } from '../../../shared/resources/article.ts';
import { customerSource } from '../../../shared/resources/customer.ts';
import type { Fields } from '../../../shared/resources/field.ts';

/** What can be imported. */
export const resources = ['customers', 'addresses', 'articles'] as const;
export type Resource = (typeof resources)[number];

/**
 * The fields that columns can be mapped to: the input of the create operation, and two from which it is computed: the
 * customer of an address by its external ident, and the gross price of an article.
 */
export const fieldsOf: Readonly<Record<Resource, Fields>> = {
  customers: customerCreate.input,
  addresses: { ...addressCreate.input, customer_external_ident: customerSource.external_ident },
  articles: { ...articleCreate.input, article_price_total: articleReadOnly.article_price_total },
};

/** The column with the ident that the service gave a record, which only our own exports have. */
export const ownIdents = {
  customers: 'customer_ident',
  articles: 'article_ident',
  addresses: 'address_ident',
} as const satisfies Record<Resource, string>;
