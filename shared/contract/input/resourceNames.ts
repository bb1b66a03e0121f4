import type { Resource } from '../operations/operation.ts';
import { addressReadOnly, deliveryFields } from '../resources/address.ts';
import { articleFields, articleReadOnly } from '../resources/article.ts';
import { customerFields, customerReadOnly } from '../resources/customer.ts';
import { importSource } from '../resources/importSource.ts';
import { orderFields } from '../resources/order.ts';
import { besideWebhooks, webhookFields, webhookReadOnly } from '../resources/webhook.ts';

/** Names in answers that are not fields. Requests may contain them, so that a record that was read can be sent back. */
const besideCustomers = ['address_data', 'address_count', 'address_version', 'customers', 'count', 'version'];
const besideArticles = ['sales', 'articles', 'count', 'version'];

/** Customers and their delivery addresses count as one resource. */
const customerNames: ReadonlySet<string> = new Set([
  ...[customerReadOnly, importSource, customerFields, addressReadOnly, deliveryFields].flatMap(Object.keys),
  ...besideCustomers,
]);

const articleNames: ReadonlySet<string> = new Set([
  ...[articleReadOnly, importSource, articleFields].flatMap(Object.keys),
  // Articles have no address, but article.update accepts and ignores this name, like its write-protected fields.
  'address_ident',
  ...besideArticles,
]);

/** Known names of each resource. Other names are refused: a misspelled name, or the wrong operation, must not lose data. */
export const namesOf: Readonly<Record<Resource, ReadonlySet<string>>> = {
  account: new Set(),
  customer: customerNames,
  address: customerNames,
  article: articleNames,
  order: new Set(Object.keys(orderFields)),
  changes: new Set(),
  webhook: new Set([...[webhookReadOnly, webhookFields].flatMap(Object.keys), ...besideWebhooks]),
};
