import Big from 'big.js';
import { articleFields } from '../../shared/resources/article.ts';
import { type ArticleRecord, isAmount } from '../../shared/resources/records.ts';
import type { Row } from '../stores/records.ts';
import { userDate } from '../time.ts';
import { grossPrice, readNumber } from './money.ts';

const amounts = Object.entries(articleFields)
  .filter(([, { schema }]) => isAmount(schema))
  .map(([name]) => name);
const others = Object.keys(articleFields).filter((name) => !amounts.includes(name));

/** An article as article.read answers it; `sold` is the sum of quantities in its orders (spec section 2.3). */
export function articleRecord(row: Row, sold = '0'): ArticleRecord {
  const net = row.article_price as string;
  const gross = grossPrice(net, row.article_tax_rate as string);
  const values = row as Record<string, string>;
  return {
    article_ident: row.article_ident,
    date_created_user: userDate(row.date_created as string, row.time_zone as string),
    ...Object.fromEntries(others.map((name) => [name, values[name] ?? ''])),
    ...Object.fromEntries(amounts.map((name) => [name, readNumber(values[name] as string)])),
    article_price_total: readNumber(gross),
    sales: {
      count: readNumber(sold),
      price: readNumber(Big(sold).times(net)),
      price_total: readNumber(Big(sold).times(gross)),
    },
  } as ArticleRecord;
}
