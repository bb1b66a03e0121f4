import { expect } from 'chai';
import { foundCustomerFields } from '../../shared/contract/operations/customer.find.ts';
import { newAddress, newCustomer, readAddresses, readCustomer } from '../support/customers.ts';
import { customerRows, deliveryRows, samplesOf } from '../support/fieldTable.ts';
import { freshAccount } from '../support/fixtures.ts';
import { storedRow, storedRows } from '../support/stored.ts';

const readOnly = {
  external_username: 'somebody',
  account_number: '12345678',
  account_bank_code: '10020030',
  date_updated: '1999-01-01 00:00:00',
  date_created_user: '01.01.1999',
  date_updated_user: '01.01.1999',
  address_data: [{ delivery_city: 'Nowhere' }],
  version: 'v',
};
const nonsense = Object.fromEntries(Object.keys(readOnly).map((name) => [name, { no: ['sense'] }]));

describe('what customer.read answers', () => {
  const account = freshAccount();

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
    const after = await readCustomer(account, customer.customer_ident);
    const { date_updated, date_updated_user, version } = after;
    expect(after).to.deep.equal({ ...customer, date_updated, date_updated_user, version });
    expect(version).not.to.equal(customer.version);
    expect(await readAddresses(account, customer.customer_ident)).to.deep.equal(address_data);
  });

  it('can be sent back to customer.create, which creates the same customer again', async () => {
    const { customer, address_data } = await fullCustomer();

    const { envelope } = await account.send('customer.create', { ...customer, address_data });

    const { customer_ident, address_ident } = envelope.data as {
      customer_ident: string;
      address_ident: string;
    };
    expect([customer_ident, address_ident]).not.to.include.members([customer.customer_ident]);
    const copy = await readCustomer(account, customer_ident);
    const { date_updated, date_updated_user, version } = copy;
    expect(copy).to.deep.equal({ ...customer, customer_ident, date_updated, date_updated_user, version });
    expect(await readAddresses(account, customer_ident)).to.have.length(1);
  });

  it('of customer.find and customer.list can be sent back too, all fields of it', async () => {
    const { customer } = await fullCustomer();
    const { customer_ident } = customer;
    const fields = Object.keys(foundCustomerFields) as (keyof typeof foundCustomerFields)[];
    const { customers: found } = await account.client.customer.find({
      by: 'customer_ident',
      values: [customer_ident],
      fields,
    });
    const { customers: listed } = await account.client.customer.list({});

    for (const record of [...found, ...listed]) {
      expect(await account.client.customer.update(record)).to.include({ customer_ident });
      const copy = await account.client.customer.create({ ...record, external_ident: '' });
      expect(copy.customer_ident).not.to.equal(customer_ident);
    }
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
      expect(after).to.deep.equal({ ...before, revision: 1 });
      expect(String(date_updated) > '2000').to.equal(true);
      expect(await storedRows('addresses', account.id)).to.deep.equal([]);
    });
  }

  it('customer.create refuses the fields of an article, and customer.update too', async () => {
    const customer_ident = await newCustomer(account);
    for (const method of ['customer.create', 'customer.update']) {
      const answer = await account.send(method, {
        customer_ident,
        article_price: 'cheap',
        article_title: 'Tea',
      });

      const errors = ['article_price', 'article_title'].map((field) => ({
        field,
        code: 'field_unknown',
        message: `unknown field: ${field}`,
      }));
      const message = 'unknown field: article_price';
      const data = { code: 'field_unknown', errors };
      expect(answer.envelope).to.deep.equal({ response: false, data, method, message });
      expect(answer.code).to.equal('field_unknown');
    }
    expect(await storedRows('customers', account.id)).to.have.length(1);
  });

  it('address.create ignores the fields of a customer, and refuses those of an article', async () => {
    const customer_ident = await newCustomer(account);

    const taken = await account.send('address.create', {
      customer_ident,
      bill_city: true,
      delivery_city: 'Ulm',
    });
    const refused = await account.send('address.create', { customer_ident, article_nr: '1' });

    expect(taken.envelope.message).to.equal('address created');
    expect(refused.envelope.message).to.equal('unknown field: article_nr');
  });

  it('a Leitweg-ID as the only fault has no data, and several faults are all listed', async () => {
    const wrong = { public_authority_id: '04011000-1234512345-07' };
    const message = 'public_authority_id is not a valid Leitweg-ID';

    const alone = await account.send('customer.create', wrong);
    const beside = await account.send('customer.create', { nope: 1, ...wrong });

    expect([alone.code, alone.envelope.message, alone.envelope.data]).to.deep.equal([
      'public_authority_id_invalid',
      message,
      null,
    ]);
    expect([beside.code, beside.envelope.message]).to.deep.equal(['public_authority_id_invalid', message]);
    const { errors } = beside.envelope.data as { errors: { field: string }[] };
    expect(errors.map(({ field }) => field)).to.deep.equal(['public_authority_id', 'nope']);
  });

  it('integers that are too large to be exact are refused in strings, with that reason', async () => {
    for (const number of ['9007199254740992', '9007199254740993', '-9007199254740993', '1e16', '1E20']) {
      for (const field of ['bill_zipcode', 'user_note']) {
        const { code, envelope } = await account.send('customer.create', `{"${field}":${number}}`);

        expect(code).to.equal('field_invalid');
        expect(envelope.message).to.equal(
          `${field} must be sent as a string: the number is too large to be exact`,
        );
      }
      const { code } = await account.send('customer.create', `{"term_of_credit":${number}}`);
      expect(code).to.equal('field_invalid');
    }
  });

  it('integers are taken in every notation, and never rounded [nothing-rounded]', async () => {
    for (const number of ['1.0', '1e0', '10E-1', `1.${'0'.repeat(40)}`, '"1"']) {
      const { envelope } = await account.send('customer.create', `{"term_of_credit":${number}}`);
      const { customer_ident } = envelope.data as { customer_ident: string };
      expect(await readCustomer(account, customer_ident)).to.include({ term_of_credit: 1 });
    }
    for (const number of ['1.00000000000000000001', '1e-400', '0.99999999999999999999', '1.5']) {
      const { code } = await account.send('customer.create', `{"term_of_credit":${number}}`);
      expect(code, number).to.equal('field_invalid');
    }
  });
});
