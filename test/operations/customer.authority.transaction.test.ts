import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { newCustomer, readCustomer } from '../support/customers.ts';
import { authorityOf, newOrder } from '../support/orders.ts';
import { database } from '../support/servers.ts';
import { withTransaction } from '../support/transactions.ts';
import { until } from '../support/until.ts';

const [former, changed] = ['04011000-1234512345-06', '991-33333TEST-33'];

/** Whether some connection is at the statement that gives a new ID to orders. */
async function isUpdatingOrders(): Promise<boolean> {
  const [rows] = await database().raw(
    "select id from information_schema.processlist where info like 'update `orders`%'",
  );
  return rows.length > 0;
}

describe('public_authority_id and orders', () => {
  it('customer.update changes both in one transaction', async () => {
    const account = await newAccount();
    const customer_ident = await newCustomer(account, { public_authority_id: former });
    const order_ident = await newOrder(account, customer_ident);

    await withTransaction(async (other) => {
      await other('orders').where({ account_id: account.id, order_ident }).forUpdate();
      const updating = account.client.customer.update({ customer_ident, public_authority_id: changed });
      await until(isUpdatingOrders);

      expect((await readCustomer(account, customer_ident)).public_authority_id).to.equal(former);
      await other.rollback();
      await updating;
    });

    expect((await readCustomer(account, customer_ident)).public_authority_id).to.equal(changed);
    expect(await authorityOf(account, order_ident)).to.equal(changed);
  });
});
