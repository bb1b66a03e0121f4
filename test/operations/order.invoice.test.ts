import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { newCustomer } from '../support/customers.ts';
import { everythingOf } from '../support/everything.ts';
import { newOrder } from '../support/orders.ts';
import { runSet } from '../support/sets.ts';
import { storedRow, storedRows } from '../support/stored.ts';
import { thrownBy } from '../support/thrown.ts';

const method = 'order.invoice';

describe('order.invoice', () => {
  let account: TestAccount;
  let customer_ident: string;
  beforeEach(async () => {
    account = await newAccount();
    customer_ident = await newCustomer(account);
  });

  const invoice = (order_ident: string, invoice_nr?: string) =>
    account.internal(method, { order_ident, ...(invoice_nr === undefined ? {} : { invoice_nr }) });
  const newOrders = (count: number) =>
    Promise.all(Array.from({ length: count }, () => newOrder(account, customer_ident)));

  it('gives an order an invoice number', async () => {
    const order_ident = await newOrder(account, customer_ident);
    const {
      invoice_nr: _,
      date_updated: __,
      ...before
    } = await storedRow('orders', account.id, { order_ident });

    const envelope = await invoice(order_ident);

    const data = { order_ident, invoice_nr: '10001' };
    expect(envelope).to.deep.equal({ response: true, data, method, message: 'order invoiced' });
    expect(await storedRow('orders', account.id, { order_ident })).to.include({ ...before, ...data });
  });

  it('stores the number that is sent', async () => {
    const order_ident = await newOrder(account, customer_ident);

    const { data } = await invoice(order_ident, ' R-1 ');

    expect(data).to.deep.equal({ order_ident, invoice_nr: 'R-1' });
  });

  it("generates numbers from the account's start, skipping those given by hand", async () => {
    account = await newAccount({ number_start: 500 });
    customer_ident = await newCustomer(account);
    const orders = await newOrders(3);
    await invoice(orders[2] as string, '501');

    const [one, other] = [await invoice(orders[0] as string), await invoice(orders[1] as string)];

    expect([one.data.invoice_nr, other.data.invoice_nr]).to.deep.equal(['500', '502']);
  });

  it('refuses an unknown order', async () => {
    const order_ident = await newOrder(account, customer_ident);
    const before = await everythingOf(account);

    for (const unknown of ['ord_unknown', '0', order_ident.toUpperCase(), `${order_ident} `]) {
      const envelope = await invoice(unknown);
      expect(envelope).to.deep.equal({
        response: false,
        data: { code: 'order_not_found' },
        method,
        message: 'order not found',
      });
    }
    expect(await everythingOf(account)).to.deep.equal(before);
  });

  it("refuses another account's order as unknown", async () => {
    const stranger = await newAccount();
    const strange = await newOrder(stranger, await newCustomer(stranger));
    const before = await everythingOf(stranger);

    const envelope = await invoice(strange);

    expect(envelope).to.deep.equal({
      response: false,
      data: { code: 'order_not_found' },
      method,
      message: 'order not found',
    });
    expect(await everythingOf(stranger)).to.deep.equal(before);
  });

  it('refuses an invoiced order, and uses no number', async () => {
    const [first = '', second = ''] = await newOrders(2);
    await invoice(first);
    const before = await everythingOf(account);

    for (const number of [undefined, 'R-2']) {
      const envelope = await invoice(first, number);
      const message = 'order has an invoice number already';
      expect(envelope).to.deep.equal({ response: false, data: { code: 'order_invoiced' }, method, message });
    }
    expect(await everythingOf(account)).to.deep.equal(before);
    expect((await invoice(second)).data.invoice_nr).to.equal('10002');
  });

  it('refuses a request without an order, and a number that is too long', async () => {
    const order_ident = await newOrder(account, customer_ident);

    expect(await thrownBy(() => invoice(''))).to.equal('order_ident not set');
    expect(await thrownBy(() => invoice(order_ident, '😀'.repeat(129)))).to.match(/^invoice_nr ./);
    expect((await invoice(order_ident, '😀'.repeat(128))).response).to.equal(true);
  });

  it('invoices an order once in concurrent calls', async () => {
    const order_ident = await newOrder(account, customer_ident);

    const envelopes = await Promise.all(Array.from({ length: 20 }, () => invoice(order_ident)));

    expect(envelopes.filter(({ response }) => response)).to.have.length(1);
    expect(await storedRow('orders', account.id, { order_ident })).to.include({ invoice_nr: '10001' });
  });

  it('numbers are unique and without a gap when many orders are invoiced at once (60 calls)', async () => {
    // Twice as many calls: more than 64 might be refused on a slow machine, since they would wait.
    const orders = await newOrders(30);

    await Promise.all([...orders, ...orders].map((order) => invoice(order)));

    const numbers = (await storedRows('orders', account.id)).map(({ invoice_nr }) => Number(invoice_nr));
    expect(numbers.toSorted((one, other) => one - other)).to.deep.equal(
      orders.map((_, index) => 10_001 + index),
    );
  });

  it('answers each call of a set', async () => {
    const stranger = await newAccount();
    const [one, other] = await newOrders(2);

    const replies = await runSet(method, [
      [account, { order_ident: one }],
      [stranger, { order_ident: other }],
      [account, { order_ident: 'ord_unknown' }],
    ]);

    expect(replies.map(({ message }) => message)).to.deep.equal([
      'order invoiced',
      'order not found',
      'order not found',
    ]);
    expect(await storedRow('orders', account.id, { order_ident: other })).to.include({ invoice_nr: null });
  });

  it('invoices an order whose customer is deleted', async () => {
    const order_ident = await newOrder(account, customer_ident);
    await account.client.customer.delete({ customer_ident });

    expect((await invoice(order_ident)).data).to.deep.equal({ order_ident, invoice_nr: '10001' });
  });
});
