import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { newAddress, newCustomer, readAddresses, readCustomer } from '../support/customers.ts';
import { customerRows, deliveryRows, samplesOf } from '../support/fieldTable.ts';
import { storedRow, storedRows } from '../support/stored.ts';

const readOnly = {
  external_username: 'somebody',
  account_number: '12345678',
  account_bank_code: '10020030',
  date_updated: '1999-01-01 00:00:00',
  date_created_user: '01.01.1999',
  date_updated_user: '01.01.1999',
  address_data: [{ delivery_city: 'Nowhere' }],
};
const nonsense = Object.fromEntries(Object.keys(readOnly).map((name) => [name, { no: ['sense'] }]));

describe('what customer.read answers', () => {
  let account: TestAccount;
  beforeEach(async () => {
    account = await newAccount();
  });

  const fullCustomer = async () => {
    const fields = { ...samplesOf([...customerRows, ...deliveryRows]), public_authority_id: '992-90009-96' };
    const customer_ident = await newCustomer(account, { ...fields, divergent_delivery_address: 1 });
    await newAddress(account, customer_ident);
    return account.client.customer.read({ customer_ident });
  };

  it('can be sent back to customer.update, which changes nothing', async () => {
    const { customer, address_data } = await fullCustomer();

    const { envelope } = await account.send('customer.update', { ...customer, address_data });

    expect(envelope.message).to.equal('customer updated');
    const {
      date_updated: _,
      date_updated_user: __,
      ...lasting
    } = await readCustomer(account, customer.customer_ident);
    expect(customer).to.include(lasting);
    expect(await readAddresses(account, customer.customer_ident)).to.deep.equal(address_data);
  });

  it('can be sent back to customer.create, which makes the same customer again', async () => {
    const { customer, address_data } = await fullCustomer();

    const { envelope } = await account.send('customer.create', { ...customer, address_data });

    const { customer_ident, address_ident } = envelope.data as {
      customer_ident: string;
      address_ident: string;
    };
    expect([customer_ident, address_ident]).not.to.include.members([customer.customer_ident]);
    const { customer_ident: _, date_updated: __, date_updated_user: ___, ...copied } = customer;
    expect(await readCustomer(account, customer_ident)).to.include(copied);
    expect(await readAddresses(account, customer_ident)).to.have.length(1);
  });

  it('can be sent back with numbers as strings', async () => {
    const { customer } = await fullCustomer();
    const texts = Object.fromEntries(Object.entries(customer).map(([name, value]) => [name, String(value)]));

    const { envelope } = await account.send('customer.update', texts);

    expect(envelope.message).to.equal('customer updated');
    expect(await readCustomer(account, customer.customer_ident)).to.include({
      bill_title: 0,
      is_business_client: 1,
    });
  });

  for (const ignored of [readOnly, nonsense]) {
    it(`customer.create ignores ${ignored === nonsense ? 'nonsense in ' : ''}read-only fields`, async () => {
      const sent = { ...ignored, customer_ident: 'cus_mine', address_ident: 'adr_mine', bill_city: 'Berlin' };

      const { envelope } = await account.send('customer.create', sent);

      const { customer_ident } = envelope.data as { customer_ident: string };
      expect(customer_ident).not.to.equal('cus_mine');
      const customer = await readCustomer(account, customer_ident);
      expect(customer).to.include({
        bill_city: 'Berlin',
        external_username: '',
        account_number: '',
        account_bank_code: '',
      });
      expect(customer.date_updated > '2000').to.equal(true);
      expect(await storedRows('addresses', account.id)).to.deep.equal([]);
    });

    it(`customer.update ignores ${ignored === nonsense ? 'nonsense in ' : ''}read-only fields`, async () => {
      const customer_ident = await newCustomer(account, { bill_city: 'Berlin' });
      const { date_updated: _, ...before } = await storedRow('customers', account.id, { customer_ident });

      const { envelope } = await account.send('customer.update', { ...ignored, customer_ident });

      expect(envelope).to.deep.include({ message: 'customer updated', data: { customer_ident } });
      const { date_updated, ...after } = await storedRow('customers', account.id, { customer_ident });
      expect(after).to.deep.equal(before);
      expect(String(date_updated) > '2000').to.equal(true);
      expect(await storedRows('addresses', account.id)).to.deep.equal([]);
    });
  }

  it('customer.create ignores the fields of an article', async () => {
    const { envelope } = await account.send('customer.create', {
      article_title: 'Tea',
      article_price: 'cheap',
    });

    expect(envelope.message).to.equal('customer created');
  });
});
