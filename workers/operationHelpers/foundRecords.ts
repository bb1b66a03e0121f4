import { foundDeliveryFields } from '../../shared/contract/operations/customer.find.ts';
import { articleFields } from '../../shared/contract/resources/article.ts';
import { defaultsOf } from '../../shared/contract/resources/field.ts';
import { isAmount } from '../../shared/contract/resources/records.ts';
import type { Row } from '../stores/recordTable.ts';
import { versionOf } from '../stores/versions.ts';
import { readNumber } from './storedValues.ts';

const amounts: ReadonlySet<string> = new Set(
  Object.entries(articleFields).flatMap(([name, { schema }]) => (isAmount(schema) ? [name] : [])),
);

export type RecordMaker = (row: Row) => Row;

/** Makes articles of article.find. A text that is not read yet is null. */
export function foundArticles(fields: readonly string[]): RecordMaker {
  return recordMaker('article_ident', fields, (row, name) =>
    amounts.has(name) ? readNumber(row[name] as string) : textOf(row, name),
  );
}

const noDelivery: Row = {
  ...defaultsOf(foundDeliveryFields),
  address_ident: '',
  address_version: '',
};

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
  return isText(name) && unreadBytes(row) > 0 ? null : '';
}

function isText(name: string): boolean {
  return name === 'article_description' || name === 'user_note';
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
