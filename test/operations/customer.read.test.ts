import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { expectDone } from '../support/answers.ts';
import { newAddress, newCustomer } from '../support/customers.ts';
import { customerRows, defaultsIn, deliveryRows, samplesOf, sourceRows } from '../support/fieldTable.ts';
import { freshAccount } from '../support/fixtures.ts';
import { itNeedsAnIdent, onCustomers } from '../support/identRules.ts';
import { database } from '../support/servers.ts';
import { runSet } from '../support/sets.ts';
import { versionIn } from '../support/versions.ts';

const method = 'customer.read';
const success = 'customer and address data loaded';
const times = { date_created: '2024-05-31 23:30:00', date_updated: '2024-07-01 12:00:00' };
const days = { date_created_user: '01.06.2024', date_updated_user: '01.07.2024' };

describe('customer.read', () => {
  const account = freshAccount();

  const setTimes = async (table: 'customers' | 'addresses') => {
    await database()(table).where({ account_id: account.id }).update(times);
  };

  itNeedsAnIdent(() => onCustomers(method), { code: 'customer_not_found', message: 'customer not found' });

  it('answers every field of a customer that was created from an empty request', async () => {
    const customer_ident = await newCustomer(account);
    await setTimes('customers');

    const answer = await account.send(method, { customer_ident });

    const customer = {
      customer_ident,
      ...defaultsIn([...sourceRows, ...customerRows, ...deliveryRows]),
      external_username: '',
      divergent_delivery_address: 0,
      public_authority_id: '',
      account_number: '',
      account_bank_code: '',
      ...times,
      ...days,
      version: versionIn(answer, 'customer'),
    };
    expectDone(answer, method, success, { customer, address_data: [] });
  });

  it('answers every field of a customer that was created with all of them', async () => {
    const fields = samplesOf([...sourceRows, ...customerRows]);
    const delivery = samplesOf(deliveryRows);
    const authority = { public_authority_id: '991-33333TEST-33' };
    const request = { ...fields, ...authority, divergent_delivery_address: 1 as const, ...delivery };
    const { customer_ident, address_ident } = await account.client.customer.create(request);
    await setTimes('customers');
    await setTimes('addresses');

    const answer = await account.send(method, { customer_ident });

    const customer = {
      customer_ident,
      ...request,
      ...times,
      ...days,
      version: versionIn(answer, 'customer'),
      external_username: '',
      account_number: '',
      account_bank_code: '',
    };
    const address = { address_ident, customer_ident, ...delivery, ...times };
    const version = versionIn(answer, 'address_data', 0);
    expectDone(answer, method, success, { customer, address_data: [{ ...address, version }] });
  });

  it('answers all delivery addresses of the customer, and none of others', async () => {
    const customer_ident = await newCustomer(account, {
      divergent_delivery_address: 1,
      delivery_city: 'Potsdam',
    });
    await newAddress(account, customer_ident, { delivery_city: 'Berlin' });
    await newAddress(account, customer_ident, { delivery_city: 'Hamburg' });
    await newCustomer(account, { divergent_delivery_address: 1, delivery_city: 'Bremen' });

    const { customer, address_data } = await account.client.customer.read({ customer_ident });

    expect(address_data.map(({ delivery_city }) => delivery_city)).to.have.members([
      'Potsdam',
      'Berlin',
      'Hamburg',
    ]);
    expect(address_data.map((address) => address.customer_ident)).to.deep.equal(
      Array(3).fill(customer_ident),
    );
    expect(customer).to.include({ divergent_delivery_address: 1, delivery_city: 'Potsdam' });
  });

  it('answers each call of a set', async () => {
    const stranger = await newAccount();
    const made = { divergent_delivery_address: 1 as const };
    const one = await newCustomer(account, { ...made, bill_city: 'Bonn', delivery_city: 'Berlin' });
    const other = await newCustomer(account, { ...made, bill_city: 'Kiel', delivery_city: 'Bremen' });
    const none = await newCustomer(account, { bill_city: 'Ulm' });
    const strange = await newCustomer(stranger, made);

    const replies = await runSet(
      method,
      [other, strange, one, none, one].map((customer_ident) => [account, { customer_ident }] as const),
    );

    const read = replies.map(({ data }) => data as { customer?: Cities; address_data?: Cities[] } | null);
    expect(read.map((data) => data?.customer?.bill_city)).to.deep.equal([
      'Kiel',
      undefined,
      'Bonn',
      'Ulm',
      'Bonn',
    ]);
    expect(read.map((data) => data?.address_data?.map(({ delivery_city }) => delivery_city))).to.deep.equal([
      ['Bremen'],
      undefined,
      ['Berlin'],
      [],
      ['Berlin'],
    ]);
    expect(replies[1]?.message).to.equal('customer not found');
  });
});

interface Cities {
  readonly bill_city: string;
  readonly delivery_city: string;
}
