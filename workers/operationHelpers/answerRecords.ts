import Big from 'big.js';
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
import type { Row } from '../stores/recordTable.ts';
import { userDate } from '../stores/time.ts';
import { versionOf } from '../stores/versions.ts';
import { grossPrice, pick, readNumber } from './storedValues.ts';

const deliveryColumns = Object.keys(deliveryFields);
const columns = [
  'customer_ident',
  'external_account_name',
  'external_username',
  ...Object.keys(customerFields),
];
const noDelivery = defaultsOf(deliveryFields);

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
    ...(hasDelivery ? pick(row, deliveryColumns) : noDelivery),
    version: versionOf(row),
    date_updated: row.date_updated,
    date_created_user: userDate(row.date_created as string, timeZone),
    date_updated_user: userDate(row.date_updated as string, timeZone),
  } as CustomerRecord;
}

const amounts = Object.entries(articleFields)
  .filter(([, { schema }]) => isAmount(schema))
  .map(([name]) => name);
const others = Object.keys(articleFields).filter((name) => !amounts.includes(name));

/** Builds an article of [article.read](../../docs/api.md#article-read). The row also needs `time_zone` and `sold`. */
export function articleRecord(row: Row): ArticleRecord {
  const record: Record<string, unknown> = { article_ident: row.article_ident };
  for (const name of others) record[name] = row[name] ?? '';
  for (const name of amounts) record[name] = readNumber(row[name] as string);

  const gross = grossPrice(row.article_price as string, row.article_tax_rate as string);
  record.article_price_total = readNumber(gross);
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
  return { count: readNumber(count), price: readNumber(price), price_total: readNumber(count.times(gross)) };
}
