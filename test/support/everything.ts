import type { TestAccount } from './account.ts';
import { database } from './servers.ts';

/** The tables of an account's records, each with what its rows are sorted by. */
const tables = {
  customers: 'customer_ident',
  addresses: 'address_ident',
  articles: 'article_ident',
  orders: 'order_ident',
  order_items: 'order_ident',
  article_sales: 'article_ident',
  number_sequences: 'resource',
} as const;

/** Columns that only calls change: deliveries write the others at any time. */
const webhookColumns = ['webhook_ident', 'url', 'secret', 'resources', 'kinds'];

/** All that an account has stored: the same before and after a call that writes nothing. */
export async function everythingOf({ id }: TestAccount): Promise<Readonly<Record<string, unknown>>> {
  const stored: Record<string, unknown> = {};
  for (const [table, key] of Object.entries(tables)) {
    stored[table] = await database()(table).where({ account_id: id }).orderBy(key);
  }
  stored.webhooks = await database()('webhooks')
    .select(webhookColumns)
    .where({ account_id: id })
    .orderBy('webhook_ident');
  return stored;
}
