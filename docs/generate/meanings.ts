import type { Operations, PublicOperationName } from '../../shared/contract/operations/allOperations.ts';
import type { Resource } from '../../shared/contract/operations/operation.ts';
import { addressMeanings } from '../../shared/contract/resources/address.ts';
import { articleMeanings } from '../../shared/contract/resources/article.ts';
import { changesMeanings } from '../../shared/contract/resources/change.ts';
import { customerMeanings } from '../../shared/contract/resources/customer.ts';
import type { Meaning } from '../../shared/contract/resources/field.ts';
import type { articleFilter, customerFilter } from '../../shared/contract/resources/list.ts';
import { webhookMeanings } from '../../shared/contract/resources/webhook.ts';

type InputField = { [Name in PublicOperationName]: keyof Operations[Name]['input'] }[PublicOperationName];
type ResourceField =
  | keyof typeof addressMeanings
  | keyof typeof articleMeanings
  | keyof typeof changesMeanings
  | keyof typeof customerMeanings
  | keyof typeof webhookMeanings;

/** The fields that no resource has: a new one does not compile without a meaning. */
const ownMeanings: Readonly<
  Record<
    Exclude<InputField | keyof typeof articleFilter | keyof typeof customerFilter, ResourceField> | 'limit',
    string
  >
> = {
  validate: 'The name of a field whose value must be unique in the account, see below.',
  if_version:
    'The version that the record must have; otherwise nothing is changed, see [conditional changes](#conditional-changes).',
  erase:
    '1 also removes the values of the customer and its addresses from history and from stored answers, see below.',
  article_identifier: 'The field that is compared, unless `article_ident` is sent.',
  customer_identifier: 'The field to look for, unless `customer_ident` is sent.',
  by: 'The field to search.',
  filter: 'Fields and the values that all records of the list have, see below.',
  search: 'The beginning of a company, last name, e-mail, title, number, SKU or EAN, see below.',
  query: 'Words to search for, as people type them, see below. Not with `search` or `sort`.',
  sort: 'The order of the records. With a minus, it is reversed, so `-created` begins with the newest, see below.',
  total: '1 to get the number of all records of the list in `total`, see below.',
  limit: 'Records of a page, at most.',
  cursor: 'The `cursor` of the page before. Omit it for the first page.',
  updated_from: 'Records that were changed at this time or later.',
  updated_to: 'Records that were changed at this time or earlier.',
  created_from: 'Records whose `date_created` is this time or later.',
  created_to: 'Records whose `date_created` is this time or earlier.',
  price_from: 'Articles whose `article_price` is this amount or more.',
  price_to: 'Articles whose `article_price` is this amount or less.',
  values: 'The values to look for; repeated ones count once.',
  fields: 'The fields that the answer has beside the ident, `version` and the field that is searched.',
};

const byResource: Readonly<Partial<Record<Resource, Readonly<Record<string, Meaning>>>>> = {
  address: addressMeanings,
  article: articleMeanings,
  changes: changesMeanings,
  customer: { ...addressMeanings, ...customerMeanings },
  webhook: { ...webhookMeanings, date_created: 'The time of its creation, in UTC.' },
};

/** Describes a field of an operation's request. Fields of answers are described by the operation that reads the record. */
export function meaningOf(operation: string, name: string): string {
  const [resource, action] = operation.split('.') as [Resource, string];
  const meaning = byResource[resource]?.[name] ?? (ownMeanings as Readonly<Record<string, string>>)[name];
  if (meaning === undefined) throw new Error(`no meaning of the field ${name} of ${resource}`);
  if (typeof meaning === 'string') return meaning;
  const { always, create, read } = meaning;
  const parts = [always, action === 'create' && create, action === 'read' && read];
  return parts.filter(Boolean).join(' ');
}

/** Defaults that the service generates for fields that are not sent. */
export const generatedDefaults: Readonly<Partial<Record<ResourceField, string>>> = {
  customer_nr: 'the next number',
  article_nr: 'the next number',
  term_of_credit: "the account's",
  date_created: 'now',
};
