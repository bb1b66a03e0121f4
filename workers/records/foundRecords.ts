import { foundDeliveryFields } from '../../shared/operations/customer.find.ts';
import { articleFields } from '../../shared/resources/article.ts';
import { defaultsOf } from '../../shared/resources/field.ts';
import { isAmount } from '../../shared/resources/records.ts';
import type { Row } from '../stores/recordTable.ts';
import { versionOf } from '../stores/versions.ts';
import { readNumber } from './money.ts';

const amounts: ReadonlySet<string> = new Set(
  Object.entries(articleFields).flatMap(([name, { schema }]) => (isAmount(schema) ? [name] : [])),
);

/** An article in the answer of article.find. A text that is not read yet is null. */
export function foundArticle(row: Row, fields: readonly string[]): Row {
  const record: Record<string, unknown> = { article_ident: row.article_ident, version: versionOf(row) };
  for (const name of fields)
    record[name] = amounts.has(name) ? readNumber(row[name] as string) : textOf(row, name);
  return record;
}

const noDelivery: Row = {
  ...defaultsOf(foundDeliveryFields),
  address_ident: '',
  address_version: '',
};

/** A customer in the answer of customer.find. A text that is not read yet is null. */
export function foundCustomer(row: Row, fields: readonly string[]): Row {
  const record: Record<string, unknown> = { customer_ident: row.customer_ident, version: versionOf(row) };
  for (const name of fields)
    record[name] = Object.hasOwn(foundDeliveryFields, name) ? deliveryOf(row, name) : textOf(row, name);
  return record;
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
  const isUnread = (name === 'article_description' || name === 'user_note') && (row.text_bytes as number) > 0;
  return row[name] ?? (isUnread ? null : '');
}
