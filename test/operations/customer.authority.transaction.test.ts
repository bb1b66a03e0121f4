import { expect } from 'chai';
import type { Knex } from 'knex';
import { newIdent } from '../../shared/contract/values/idents.ts';
import { newCustomer, readCustomer } from '../support/customers.ts';
import { freshAccount } from '../support/fixtures.ts';
import { authorityOf, newOrder } from '../support/orders.ts';
import { withTransaction } from '../support/transactions.ts';
import { until } from '../support/until.ts';
import { isStatementRunning, watched } from '../support/waiting.ts';

const [former, changed] = ['04011000-1234512345-06', '991-33333TEST-33'];

describe('public_authority_id and orders in other transactions', () => {
  let customer_ident: string;
  const account = freshAccount();
  beforeEach(async () => {
    customer_ident = await newCustomer(account, { public_authority_id: former });
  });

  const update = () => account.client.customer.update({ customer_ident, public_authority_id: changed });
  const ofCustomer = (other: Knex) => other('customers').where({ account_id: account.id, customer_ident });

  it('customer.update changes the customer and its orders in one transaction', async () => {
    const order_ident = await newOrder(account, customer_ident);

    await withTransaction(async (other) => {
      await other('orders').where({ account_id: account.id, order_ident }).forUpdate();
      const updating = update();
      await until(() => isStatementRunning('update orders%'));

      expect((await readCustomer(account, customer_ident)).public_authority_id).to.equal(former);
      await other.rollback();
      await updating;
    });

    expect((await readCustomer(account, customer_ident)).public_authority_id).to.equal(changed);
    expect(await authorityOf(account, order_ident)).to.equal(changed);
  });

  it('order.create waits for an ID that is being changed', async () => {
    const { article_ident } = await account.client.article.create({ article_title: 'Tea' });
    const items = [{ article_ident, quantity: 1 }];

    await withTransaction(async (other) => {
      await ofCustomer(other).update({ public_authority_id: changed });
      const creating = watched(account.internal('order.create', { customer_ident, items }));
      await until(
        async () =>
          creating.isSettled() || (await isStatementRunning('select%`public_authority_id`%`customers`%')),
      );
      await other.commit();

      const { data } = await creating.promise;
      expect(await authorityOf(account, data.order_ident)).to.equal(changed);
    });
  });

  it('customer.update waits for an order that is being created', async () => {
    const order_ident = newIdent('ord');

    await withTransaction(async (other) => {
      await ofCustomer(other).forShare();
      await other('orders').insert({
        account_id: account.id,
        customer_ident,
        order_ident,
        public_authority_id: former,
      });
      const updating = watched(update());
      await until(
        async () => updating.isSettled() || (await isStatementRunning('select%`customers`%for update')),
      );
      await other.commit();
      await updating.promise;
    });

    expect(await authorityOf(account, order_ident)).to.equal(changed);
  });
});
