import { addressReadOnly, deliveryFields } from './address.ts';
import { articleFields, articleReadOnly, articleSource } from './article.ts';
import { customerFields, customerReadOnly, customerSource } from './customer.ts';

/** What answers and requests name beside the fields: sent back unread, so that what was read can be sent. */
const aroundTheFields = ['address_data', 'sales', 'articles', 'count', 'validate', 'article_identifier'];

/** Every name that some resource has. Another name is a typing error, which must not lose data (contract.md). */
export const knownNames: ReadonlySet<string> = new Set([
  ...[customerReadOnly, customerSource, customerFields, addressReadOnly, deliveryFields].flatMap(Object.keys),
  ...[articleReadOnly, articleSource, articleFields].flatMap(Object.keys),
  ...aroundTheFields,
]);
