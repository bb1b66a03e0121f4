import { expect } from 'chai';
import { StepNeeded } from '../../workers/stores/locks.ts';
import { Stores } from '../../workers/stores/stores.ts';
import { newAccount } from '../support/account.ts';
import { newAddress, newCustomer } from '../support/customers.ts';
import { sharedAccount } from '../support/fixtures.ts';
import { itNeedsAnIdent, onCustomers } from '../support/identRules.ts';
import { addAddresses } from '../support/manyRows.ts';
import { newOrder } from '../support/orders.ts';
import { database } from '../support/servers.ts';
import { storedRow, storedRows } from '../support/stored.ts';

const method = 'customer.delete';

describe('customer.delete', () => {
  const account = sharedAccount();

  it('removes a customer and its delivery addresses', async () => {
    const { customer_ident, address_ident } = await account.client.customer.create({
      divergent_delivery_address: 1,
    });

    const { status, code, envelope } = await account.send(method, { customer_ident });

    expect({ status, code }).to.deep.equal({ status: 200, code: '' });
    expect(envelope).to.deep.equal({
      response: true,
      data: null,
      method: 'customer.delete',
      message: 'customer deleted',
    });
    expect((await account.send('customer.exists', { customer_ident })).envelope.message).to.equal(
      'customer does not exist',
    );
    expect((await account.send('address.exists', { address_ident })).envelope.message).to.equal(
      'address does not exist',
    );
  });

  itNeedsAnIdent(() => onCustomers(method), { code: 'customer_not_found', message: 'customer not found' });

  it('removes a customer with very many addresses in bounded transactions, and lists each change once', async () => {
    const own = await newAccount();
    const customer_ident = await newCustomer(own, { divergent_delivery_address: 1 });
    await addAddresses(own.id, customer_ident, 11_000);

    const { code } = await own.send(method, { customer_ident });

    expect(code).to.equal('');
    expect(await storedRows('addresses', own.id)).to.deep.equal([]);
    expect(await storedRows('customers', own.id)).to.deep.equal([]);
    const rows = await database()('changes').where({ account_id: own.id }).orderBy('position');
    const lines: string[] = rows.flatMap(({ entries }) => entries.split('\n'));
    const deleted = lines.filter((line) => line.startsWith('deleted address'));
    expect(new Set(deleted).size).to.equal(11_001);
    expect(deleted).to.have.length(11_001);
    // Each transaction but the last one leaves the customer, which has another version then.
    const steps = lines.flatMap((line, index) =>
      line === `updated customer ${customer_ident} address_data` ? [index] : [],
    );
    expect(steps).to.deep.equal([5_002, 10_003]);
    expect(lines.at(-1)).to.equal(`deleted customer ${customer_ident}`);
  });

  it('removes a customer with very many addresses that has the required version, in bounded transactions (stores 11,000)', async () => {
    const own = await newAccount();
    const customer_ident = await newCustomer(own);
    await addAddresses(own.id, customer_ident, 11_000);
    const { version } = (await own.client.customer.read({ customer_ident })).customer;

    const { code } = await own.send(method, { customer_ident, if_version: version });

    expect(code).to.equal('');
    expect(await storedRows('addresses', own.id)).to.deep.equal([]);
    expect(await storedRows('customers', own.id)).to.deep.equal([]);
    const rows = await database()('changes').where({ account_id: own.id }).orderBy('position');
    const sizes = rows.map(({ size }) => size).filter((size) => size > 1);
    expect(Math.max(...sizes)).to.be.at.most(256);
  });

  it('goes on with a removal that was cut short, but not if somebody else changed the customer meanwhile', async () => {
    const own = await newAccount();
    const customer_ident = await newCustomer(own);
    await addAddresses(own.id, customer_ident, 11_000);
    const { version } = (await own.client.customer.read({ customer_ident })).customer;
    const now = '2099-01-01 00:00:00'; // no clock of a server says that
    const required = { account: own.id, value: customer_ident, required: version, now };
    const removeStep = async () => {
      const error = await database()
        .transaction((transaction) => new Stores(transaction).customers.remove([required]))
        .catch((thrown: unknown) => thrown);
      expect(error).to.be.an.instanceOf(StepNeeded);
      await (error as StepNeeded).step(database());
    };
    await removeStep();
    const beforeChange = await storedRows('addresses', own.id);
    const [begun] = await storedRows('customers', own.id);
    const added = await newAddress(own, customer_ident);

    await removeStep();
    const refused = await own.send(method, { customer_ident, if_version: version });

    expect(beforeChange).to.have.length(6_000);
    expect(begun).to.include({ date_updated: now });
    expect(await storedRows('addresses', own.id)).to.have.length(6_001);
    expect(refused.code).to.equal('record_changed');
    await database()('addresses').where({ account_id: own.id, address_ident: added }).delete();
    expect((await own.send(method, { customer_ident, if_version: version })).code).to.equal('');
    expect(await storedRows('customers', own.id)).to.deep.equal([]);
  });

  it('leaves other customers and their addresses unchanged', async () => {
    const doomed = await newCustomer(account, { divergent_delivery_address: 1 });
    const customer_ident = await newCustomer(account, { divergent_delivery_address: 1 });

    await account.client.customer.delete({ customer_ident: doomed });

    expect(await storedRow('customers', account.id, { customer_ident })).to.include({ customer_ident });
    expect(await storedRow('addresses', account.id, { customer_ident })).to.include({ customer_ident });
  });

  it("leaves another account's customer alone, even one with the same ident [account-apart]", async () => {
    const stranger = await newAccount();
    const customer_ident = await newCustomer(account);
    const row = await storedRow('customers', account.id, { customer_ident });
    await database()('customers').insert({ ...row, account_id: stranger.id });

    await account.client.customer.delete({ customer_ident });

    expect(await stranger.client.customer.exists({ customer_ident })).to.equal(true);
    expect(await storedRows('customers', account.id, { customer_ident })).to.deep.equal([]);
  });

  it('leaves nothing of the customer but its orders, which are unchanged', async () => {
    const customer_ident = await newCustomer(account, {
      public_authority_id: '992-90009-96',
      divergent_delivery_address: 1,
    });
    await newAddress(account, customer_ident);
    const [open, invoiced] = [
      await newOrder(account, customer_ident),
      await newOrder(account, customer_ident),
    ];
    await account.internal('order.invoice', { order_ident: invoiced });
    const ordersBefore = await storedRows('orders', account.id, { customer_ident });
    const itemsBefore = await storedRows('order_items', account.id);

    await account.client.customer.delete({ customer_ident });

    expect(await storedRows('customers', account.id, { customer_ident })).to.deep.equal([]);
    expect(await storedRows('addresses', account.id, { customer_ident })).to.deep.equal([]);
    expect(ordersBefore.map(({ order_ident }) => order_ident)).to.have.members([open, invoiced]);
    expect(await storedRows('orders', account.id, { customer_ident })).to.deep.equal(ordersBefore);
    expect(await storedRows('order_items', account.id)).to.deep.equal(itemsBefore);
  });

  it('ignores the other fields of a customer', async () => {
    const customer_ident = await newCustomer(account);

    const { envelope } = await account.send(method, { customer_ident, bill_title: 'any', address_data: [] });

    expect(envelope.message).to.equal('customer deleted');
  });

  it('removes a customer once in concurrent calls', async () => {
    const { customer_ident } = await account.client.customer.create({});

    const answers = await Promise.all([1, 2, 3].map(() => account.send(method, { customer_ident })));

    expect(answers.filter(({ envelope }) => envelope.response)).to.have.length(1);
  });
});
