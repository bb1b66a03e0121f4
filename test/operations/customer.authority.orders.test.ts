import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { newCustomer, readCustomer } from '../support/customers.ts';
import { everythingOf } from '../support/everything.ts';
import { freshAccount } from '../support/fixtures.ts';
import { authorityOf, newOrder, setAuthority } from '../support/orders.ts';
import { runSet } from '../support/sets.ts';

const [former, changed, third] = ['04011000-1234512345-06', '991-33333TEST-33', '992-90009-96'];

describe('public_authority_id and orders', () => {
  const account = freshAccount();

  const update = (customer_ident: string, public_authority_id: string) =>
    account.client.customer.update({ customer_ident, public_authority_id });
  const withOrder = async (fields: object) => {
    const customer_ident = await newCustomer(account, fields);
    return { customer_ident, order_ident: await newOrder(account, customer_ident) };
  };

  it("order.create copies the customer's ID", async () => {
    const { order_ident } = await withOrder({ public_authority_id: former });

    expect(await authorityOf(account, order_ident)).to.equal(former);
  });

  it('order.create stores no ID if the customer has none', async () => {
    const { order_ident } = await withOrder({});

    expect(await authorityOf(account, order_ident)).to.equal('');
  });

  it('order.create copies the ID that an update has changed', async () => {
    const customer_ident = await newCustomer(account, { public_authority_id: former });
    await update(customer_ident, changed);

    expect(await authorityOf(account, await newOrder(account, customer_ident))).to.equal(changed);
  });

  for (const [title, before, after] of [
    ['another ID', former, changed],
    ['a first ID, which orders with none take', '', changed],
    ['no ID any more', former, ''],
    ['the same ID in other letters', '991-33333TEST-33', '991-33333test-33'],
  ] as const) {
    it(`customer.update changes all open orders: ${title}`, async () => {
      const { customer_ident, order_ident } = await withOrder({ public_authority_id: before });
      const orders = [
        order_ident,
        await newOrder(account, customer_ident),
        await newOrder(account, customer_ident),
      ];

      await update(customer_ident, after);

      for (const order of orders) expect(await authorityOf(account, order)).to.equal(after);
    });
  }

  it('customer.update leaves invoiced orders', async () => {
    const { customer_ident, order_ident } = await withOrder({ public_authority_id: former });
    const open = await newOrder(account, customer_ident);
    await account.internal('order.invoice', { order_ident });

    await update(customer_ident, changed);

    expect(await authorityOf(account, order_ident)).to.equal(former);
    expect(await authorityOf(account, open)).to.equal(changed);
  });

  it('customer.update leaves orders with another ID, and orders with none when there was one', async () => {
    const { customer_ident, order_ident } = await withOrder({ public_authority_id: former });
    const [other, none] = [await newOrder(account, customer_ident), await newOrder(account, customer_ident)];
    await setAuthority(account, other, third);
    await setAuthority(account, none, '');

    await update(customer_ident, changed);

    expect(await authorityOf(account, order_ident)).to.equal(changed);
    expect(await authorityOf(account, other)).to.equal(third);
    expect(await authorityOf(account, none)).to.equal('');
  });

  it('customer.update leaves orders with an ID when the customer had none', async () => {
    const { customer_ident, order_ident } = await withOrder({});
    await setAuthority(account, order_ident, third);

    await update(customer_ident, changed);

    expect(await authorityOf(account, order_ident)).to.equal(third);
  });

  it('customer.update leaves orders when the ID is not sent, or the same', async () => {
    const { customer_ident, order_ident } = await withOrder({ public_authority_id: former });
    await setAuthority(account, order_ident, third);

    await account.client.customer.update({ customer_ident, bill_city: 'Berlin' });
    await update(customer_ident, former);

    expect(await authorityOf(account, order_ident)).to.equal(third);
  });

  it('customer.update leaves the orders of other customers and accounts', async () => {
    const { customer_ident, order_ident } = await withOrder({ public_authority_id: former });
    const [alike, unlike] = [
      await withOrder({ public_authority_id: former }),
      await withOrder({ public_authority_id: third }),
    ];
    await setAuthority(account, unlike.order_ident, former);
    const stranger = await newAccount();
    const strange = await newOrder(stranger, await newCustomer(stranger, { public_authority_id: former }));

    await update(customer_ident, changed);

    expect(await authorityOf(account, order_ident)).to.equal(changed);
    expect(await authorityOf(account, alike.order_ident)).to.equal(former);
    expect(await authorityOf(account, unlike.order_ident)).to.equal(former);
    expect(await authorityOf(stranger, strange)).to.equal(former);
  });

  it('customer.update changes no order when it is refused', async () => {
    const { customer_ident } = await withOrder({ public_authority_id: former });
    await newCustomer(account, { customer_nr: 'K-1' });
    const before = await everythingOf(account);

    for (const wrong of [{ public_authority_id: '1-06' }, { public_authority_id: changed, bill_title: 99 }]) {
      await account.send('customer.update', { customer_ident, ...wrong });
    }
    const taken = { public_authority_id: changed, customer_nr: 'K-1', validate: 'customer_nr' };
    const { code } = await account.send('customer.update', { customer_ident, ...taken });

    expect(code).to.equal('value_exists');
    expect(await everythingOf(account)).to.deep.equal(before);
  });

  it('customer.update of many customers in one set changes the orders of each', async () => {
    const one = await withOrder({ public_authority_id: former });
    const other = await withOrder({ public_authority_id: changed });
    const crossed = await newOrder(account, one.customer_ident);
    await setAuthority(account, crossed, changed);

    await runSet('customer.update', [
      [account, { customer_ident: one.customer_ident, public_authority_id: changed }],
      [account, { customer_ident: other.customer_ident, public_authority_id: third }],
    ]);

    expect(await authorityOf(account, one.order_ident)).to.equal(changed);
    expect(await authorityOf(account, other.order_ident)).to.equal(third);
    expect(await authorityOf(account, crossed)).to.equal(changed);
  });

  it('orders that are created while the ID changes have the ID of the customer', async () => {
    const { customer_ident } = await withOrder({ public_authority_id: former });
    const { article_ident } = await account.client.article.create({ article_title: 'Tea' });
    const order = { customer_ident, items: [{ article_ident, quantity: 1 }] };

    const made = Array.from({ length: 60 }, (_, index) => [
      account.internal('order.create', order),
      ...(index % 10 === 5 ? [update(customer_ident, [changed, third, former][index % 3] as string)] : []),
    ]);
    await Promise.all(made.flat());

    const { public_authority_id } = await readCustomer(account, customer_ident);
    const { orders } = (await everythingOf(account)) as { orders: { public_authority_id: string }[] };
    expect(new Set(orders.map((row) => row.public_authority_id))).to.deep.equal(
      new Set([public_authority_id]),
    );
    expect(orders).to.have.length(61);
  });
});
