import type { Resource } from '../operations/operation.ts';
import { addressReadOnly, deliveryFields } from '../resources/address.ts';
import { articleFields, articleReadOnly, articleSource } from '../resources/article.ts';
import { customerFields, customerReadOnly, customerSource } from '../resources/customer.ts';
import { orderFields } from '../resources/order.ts';

/** What the answers of reads hold beside fields. Sent back it is ignored, so that what was read can be sent. */
const besideCustomers = ['address_data', 'address_count', 'customers', 'count', 'version'];
const besideArticles = ['sales', 'articles', 'count', 'version'];

/** Customers and their delivery addresses count as one resource. */
const customerNames: ReadonlySet<string> = new Set([
  ...[customerReadOnly, customerSource, customerFields, addressReadOnly, deliveryFields].flatMap(Object.keys),
  ...besideCustomers,
]);

const articleNames: ReadonlySet<string> = new Set([
  ...[articleReadOnly, articleSource, articleFields].flatMap(Object.keys),
  // The interface lists it among the write-protected fields of article.update.
  'address_ident',
  ...besideArticles,
]);

/** The names that each resource has. Another name is a typing error, or the wrong method, and must not lose data. */
export const namesOf: Readonly<Record<Resource, ReadonlySet<string>>> = {
  account: new Set(),
  customer: customerNames,
  address: customerNames,
  article: articleNames,
  order: new Set(Object.keys(orderFields)),
};
