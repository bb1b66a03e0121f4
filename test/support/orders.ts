import type { TestAccount } from './account.ts';
import { database } from './servers.ts';

/** Makes an order of a customer, of an article of its own; returns its ident. */
export async function newOrder(account: TestAccount, customer_ident: string): Promise<string> {
  const { article_ident } = await account.client.article.create({ article_title: 'Coffee beans' });
  const { data } = await account.internal('order.create', {
    customer_ident,
    items: [{ article_ident, quantity: 1 }],
  });
  return data.order_ident;
}

/** The Leitweg-ID that an order carries. */
export async function authorityOf({ id }: TestAccount, order_ident: string): Promise<string> {
  const row = await database()('orders').where({ account_id: id, order_ident }).first();
  return row.public_authority_id;
}

/** Gives an order a Leitweg-ID that its customer never had, as no operation does. */
export async function setAuthority(
  { id }: TestAccount,
  order_ident: string,
  public_authority_id: string,
): Promise<void> {
  await database()('orders').where({ account_id: id, order_ident }).update({ public_authority_id });
}
