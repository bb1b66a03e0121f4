import { expect } from 'chai';
import { expectDone } from '../support/answers.ts';
import { newAddress, newCustomer } from '../support/customers.ts';
import { customerRows, defaultsIn, deliveryRows, samplesOf, sourceRows } from '../support/fieldTable.ts';
import { itFindsByValues } from '../support/findRules.ts';
import { freshAccount } from '../support/fixtures.ts';
import { customerKind } from '../support/recordKinds.ts';

const method = 'customer.find';
const names = [...sourceRows, ...customerRows, ...deliveryRows].map(({ name }) => name);
const besideNames = ['public_authority_id', 'date_created', 'date_updated', 'divergent_delivery_address'];
const fields = [...names, ...besideNames, 'address_ident', 'address_version'];

describe('customer.find', () => {
  const account = freshAccount();

  itFindsByValues({
    ...customerKind,
    method,
    fields: ['customer_nr', 'bill_email', 'external_ident'],
    text: 'user_note',
  });

  it('answers every field that is asked for, as customer.read does', async () => {
    const sent = { ...samplesOf([...sourceRows, ...customerRows, ...deliveryRows]), customer_nr: 'K-1' };
    const authority = { public_authority_id: '991-33333TEST-33' };
    const made = await account.client.customer.create({
      ...sent,
      ...authority,
      divergent_delivery_address: 1,
    });
    const { customer_ident, address_ident } = made;
    await newAddress(account, customer_ident, { delivery_city: 'another one' });
    const { customer, address_data } = await account.client.customer.read({ customer_ident });

    const answer = await account.send(method, { by: 'customer_nr', values: ['K-1'], fields });

    const shared = Object.entries(customer).filter(([name]) => fields.includes(name));
    const address_version = address_data.find((address) => address.address_ident === address_ident)?.version;
    const found = {
      customer_ident,
      version: customer.version,
      ...Object.fromEntries(shared),
      address_ident,
      address_version,
    };
    expect(found).to.include({ ...sent, ...authority, divergent_delivery_address: 1 });
    expectDone(answer, method, 'customers found', { customers: [found] });
  });

  it('answers the defaults of a customer without a delivery address', async () => {
    const customer_ident = await newCustomer(account, { customer_nr: 'K-1' });
    await newAddress(account, customer_ident, { delivery_city: 'Kiel' });

    const { customers } = await account.client.customer.find({
      by: 'customer_nr',
      values: ['K-1'],
      fields: [
        ...deliveryRows.map(({ name }) => name as 'delivery_city'),
        'address_ident',
        'address_version',
      ],
    });

    expect(customers[0]).to.include({ ...defaultsIn(deliveryRows), address_ident: '', address_version: '' });
  });
});
