import Big from 'big.js';
import { foundDeliveryFields } from '../../shared/contract/operations/customer.find.ts';
import { deliveryFields } from '../../shared/contract/resources/address.ts';
import { articleFields } from '../../shared/contract/resources/article.ts';
import { customerFields } from '../../shared/contract/resources/customer.ts';
import { defaultsOf } from '../../shared/contract/resources/field.ts';
import {
  type ArticleRecord,
  type CustomerRecord,
  isAmount,
  type ListedArticle,
} from '../../shared/contract/resources/records.ts';
import { articleTable } from '../stores/articles.ts';
import { customerTable } from '../stores/customers.ts';
import type { Row } from '../stores/recordTable.ts';
import { userDate } from '../stores/time.ts';
import { versionOf } from '../stores/versions.ts';
import { grossPrice, pick } from './storedValues.ts';

const deliveryColumns = Object.keys(deliveryFields);
const columns = [
  'customer_ident',
  'external_account_name',
  'external_username',
  ...Object.keys(customerFields),
];
const longTexts: ReadonlySet<string> = new Set([articleTable.text, customerTable.text]);
/** Values of delivery fields, with those that only searches answer, for customers without a delivery address. */
const noDelivery: Row = { ...defaultsOf(foundDeliveryFields), address_ident: '', address_version: '' };

/**
 * Builds the `customer` of customer.read. The row also needs `time_zone`. The delivery_* fields are those of the address that
 * the customer was created with, if there is one.
 */
export function customerRecord(row: Row): CustomerRecord {
  const hasDelivery = row.delivery_address !== null;
  const timeZone = row.time_zone as string;
  return {
    ...pick(row, columns),
    external_ident: row.external_ident ?? '',
    user_note: row.user_note ?? '',
    account_number: '',
    account_bank_code: '',
    divergent_delivery_address: hasDelivery ? 1 : 0,
    ...pick(hasDelivery ? row : noDelivery, deliveryColumns),
    version: versionOf(row),
    date_updated: row.date_updated,
    date_created_user: userDate(row.date_created as string, timeZone),
    date_updated_user: userDate(row.date_updated as string, timeZone),
  } as CustomerRecord;
}

const amounts: ReadonlySet<string> = new Set(
  Object.entries(articleFields).flatMap(([name, { schema }]) => (isAmount(schema) ? [name] : [])),
);
const others = Object.keys(articleFields).filter((name) => !amounts.has(name));

/** Builds an article of [article.read](../../docs/api.md#article-read). The row also needs `time_zone` and `sold`. */
export function articleRecord(row: Row): ArticleRecord {
  const record: Record<string, unknown> = { article_ident: row.article_ident };
  for (const name of others) record[name] = row[name] ?? '';
  for (const name of amounts) record[name] = Number(row[name]);

  const gross = grossPrice(row.article_price as string, row.article_tax_rate as string);
  record.article_price_total = Number(gross);
  record.version = versionOf(row);
  record.date_created_user = userDate(row.date_created as string, row.time_zone as string);
  record.sales = salesOf(row, gross);
  return record as unknown as ArticleRecord;
}

/** Builds an article of a list. The row also needs the source columns. */
export function listedArticle(row: Row): ListedArticle {
  return {
    ...articleRecord(row),
    external_ident: (row.external_ident as string | null) ?? '',
    external_account_name: row.external_account_name as string,
    date_updated: row.date_updated as string,
  };
}

/** Sums up all orders of the article, at its current price. */
function salesOf({ sold, article_price }: Row, gross: Big): ArticleRecord['sales'] {
  const count = Big(sold as string);
  const price = count.times(article_price as string);
  return { count: Number(count), price: Number(price), price_total: Number(count.times(gross)) };
}

export type RecordMaker = (row: Row) => Row;

/** Makes articles of article.find. A text that is not read yet is null. */
export function foundArticles(fields: readonly string[]): RecordMaker {
  return recordMaker('article_ident', fields, (row, name) =>
    amounts.has(name) ? Number(row[name]) : textOf(row, name),
  );
}

/** Makes customers of customer.find. A text that is not read yet is null. */
export function foundCustomers(fields: readonly string[]): RecordMaker {
  return recordMaker('customer_ident', fields, (row, name) =>
    Object.hasOwn(foundDeliveryFields, name) ? deliveryOf(row, name) : textOf(row, name),
  );
}

/**
 * Copies a parsed object for each record. V8 turns an object that gets many properties by computed names into a dictionary,
 * which is slow to fill and to serialize.
 */
function recordMaker(
  ident: string,
  fields: readonly string[],
  valueOf: (row: Row, name: string) => unknown,
): RecordMaker {
  const empty = Object.fromEntries([ident, 'version', ...fields].map((name) => [name, null]));
  const template: Row = JSON.parse(JSON.stringify(empty));
  return (row) => {
    const record: Record<string, unknown> = { ...template };
    record[ident] = row[ident];
    record.version = versionOf(row);
    for (const name of fields) record[name] = valueOf(row, name);
    return record;
  };
}

function deliveryOf(row: Row, name: string): unknown {
  if (row.delivery_address === null) return noDelivery[name];
  if (name === 'divergent_delivery_address') return 1;
  if (name === 'address_ident') return row.delivery_address;
  if (name === 'address_version')
    return versionOf({ revision: row.delivery_revision, date_updated: row.delivery_updated });
  return row[name];
}

/** NULL is an empty text in the database, or one that is not read yet. */
function textOf(row: Row, name: string): unknown {
  const value = row[name];
  if (value !== null && value !== undefined) return value;
  return longTexts.has(name) && unreadBytes(row) > 0 ? null : '';
}

/** Bytes of a null, which stands for a text that is not read yet, less those of the quotes around the text. */
const nullBytes = 2;

/** Bytes that the answer gets when the long text of a row is read. */
export function unreadBytes({
  article_description: description,
  user_note: note,
  text_bytes: bytes = 0,
}: Row): number {
  const isRead = typeof (description ?? note) === 'string';
  return isRead ? 0 : Math.max((bytes as number) - nullBytes, 0);
}
