import type { AnyOperation } from '../../shared/contract/operations/operation.ts';
import { articleUnits } from '../../shared/contract/resources/article.ts';
import type { Field } from '../../shared/contract/resources/field.ts';
import { titleCodes } from '../../shared/contract/resources/titleCodes.ts';
import { maxAddresses } from '../../shared/contract/values/contractLimits.ts';
import { grouped } from '../../shared/contract/values/counted.ts';
import type { Schema } from './contractSchema.ts';
import { defaultOf, limitsOf } from './fieldTable.ts';
import { withoutReferences } from './markdown.ts';
import { meaningOf } from './meanings.ts';
import { maxListSize } from './texts/textParts.ts';

/** Meanings of the fields that only answers have. */
const answered: Readonly<Record<string, string>> = {
  answer: 'The beginning of the last answer.',
  attempts: 'How often it was tried.',
  date_attempted: 'The time of the last attempt, in UTC.',
  deliveries: 'Deliveries of the last days, the latest first.',
  delivered: '1 if the receiver answered 2xx, 0 otherwise.',
  delivery_id: 'The `webhook-id` of the delivery.',
  delivery_kind: '`changes` or `test`.',
  disabled_reason: 'Why the webhook is disabled; empty while it is enabled.',
  duration_ms: 'Milliseconds until the last answer began.',
  error: 'Why there was no answer that counts; empty otherwise.',
  failures: 'Failed attempts since the last success.',
  status: 'The status of the last answer; 0 without one.',
  waiting: 'Changes that were not delivered yet.',
  webhooks: 'Webhooks, the oldest first.',
  account_ident: 'The account.',
  account_name: 'The name that the operator gave the account.',
  address: 'The delivery address.',
  address_count: 'The number of delivery addresses; only when `address_data` has not all of them.',
  address_data: `Delivery addresses, the oldest first: at most ${grouped(maxAddresses)}, and ${maxListSize} of them.`,
  address_version: 'The version of the delivery address.',
  addresses: 'Delivery addresses.',
  articles: 'Articles.',
  changes: 'Changes, in the order in which they were made.',
  count: 'The number of records.',
  currency: 'The currency of all prices of the account, a code of ISO 4217.',
  cursor: 'The beginning of the next page; null on the last one.',
  customer: 'The customer.',
  customers: 'Customers.',
  date: 'The time of the change, in UTC.',
  deleted: 'The number of customers and articles that were deleted.',
  exceeded: 'The values that have more records than are answered.',
  ident: 'The record.',
  is_empty: '1 if nothing is left; otherwise, call again.',
  kind: 'The kind of the change.',
  next: 'The index in `values` from which on to ask again, since not all records fit into an answer.',
  price: 'Count × net price, in the currency of the account (`account.read`).',
  price_total: 'Count × gross price, in the currency of the account (`account.read`).',
  resource: 'The resource of the record.',
  result: 'The effect: `created`, `updated`, or `unchanged` if the record had all the sent values.',
  sales: 'The quantity and the prices that were sold.',
  time_zone: 'The time zone of the `*_user` dates, an IANA name.',
  value: 'The value.',
};

/** Meanings of fields in the answer of one operation, or in a part of it. */
const ofAnswer: Readonly<Record<string, string>> = {
  'AccountReadAnswer.term_of_credit':
    'The term of credit of new customers, in days, unless they are sent one.',
  'ArticleReadAnswer.articles': `All articles with the SKU or EAN, if there are several: the oldest first, at most 100 and ${maxListSize}.`,
  'ArticleReadAnswer.count': 'The number of articles with the SKU or EAN, if there are several.',
  'ArticleRecordSales.count': 'The sum of the quantities in orders.',
  'ChangesListAnswer.cursor':
    'Send it as `after` in the next request. It is never null, since changes have no end.',
  'WebhookCreateAnswer.secret': 'The key of the signatures. Only this answer has it.',
  'CustomerCreateAnswer.address_ident': 'The delivery address; null if none was created.',
  'CustomerReadAnswer.customers': `All customers with the value, if there are several: the oldest first, without addresses, at most 100 and ${maxListSize}.`,
  'CustomerReadAnswer.count': 'The number of customers with the value, if there are several.',
  'CustomerFindExceeded.count': 'The number of customers with the value.',
  'ArticleFindExceeded.count': 'The number of articles with the value.',
};

const titles = titleCodes.map(([code, title]) => `${code} ${title}`).join(', ');
const units = Object.entries(articleUnits).map(([unit, meaning]) => `\`${unit}\` ${meaning}`);

/** Meanings that docs/api.md lists in tables. */
const listed: Readonly<Record<string, string>> = {
  bill_title: `Title: ${titles}.`,
  delivery_title: `Title: ${titles}.`,
  article_unit: `Unit of the price: ${units.join(', ')}.`,
};

/** The meaning, the limits and the default of a field of a request. */
export function requestDoc(operation: AnyOperation, resource: string, name: string, field: Field): string {
  const limits = limitsOf(field.schema, field).replace(/^(?=[\d,]+ (?:characters|bytes))/, 'at most ');
  // The type lists the names, the numbers or the words.
  const isListed = 'enum' in field.schema || /^(?:names? of|one or more of|-?\d+ (?:or|to) \d$)/.test(limits);
  const standard = defaultOf(name, field, operation);
  const isPlain = ['**required**', 'none', 'unchanged'].includes(standard);
  return [
    (field.schema as Schema).description ??
      listed[name] ??
      withoutReferences(meaningOf(`${resource}.${operation.name.split('.')[1]}`, name)),
    isListed || limits === '' ? '' : sentence(limits),
    isPlain ? '' : `Default: ${standard}.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** The meaning of a field of an answer. */
export function answerDoc(type: string, resource: string, name: string, description?: string): string {
  return ofAnswer[`${type}.${name}`] ?? meaning(resource, name, description);
}

function meaning(resource: string, name: string, description: string | undefined): string {
  const known = description ?? listed[name] ?? answered[name];
  return known ?? meaningOf(`${resource}.read`, name);
}

function sentence(text: string): string {
  const first = text.startsWith('`') ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return `${first}.`;
}
