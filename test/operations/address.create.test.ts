import { expect } from 'chai';
import { expectDone } from '../support/answers.ts';
import { newAddress, newCustomer, readAddresses, readCustomer } from '../support/customers.ts';
import { deliveryRows, samplesOf } from '../support/fieldTable.ts';
import { freshAccount } from '../support/fixtures.ts';
import { itNeedsAnIdent, onCustomers } from '../support/identRules.ts';
import { storedRow } from '../support/stored.ts';

const method = 'address.create';

describe('address.create', () => {
  const account = freshAccount();

  itNeedsAnIdent(() => onCustomers(method, { delivery_city: 'Potsdam' }), {
    code: 'customer_not_found',
    message: 'customer not found',
  });

  it('creates a delivery address of a customer', async () => {
    const customer_ident = await newCustomer(account);
    const samples = samplesOf(deliveryRows);

    const answer = await account.send(method, { customer_ident, ...samples });

    const { address_ident } = answer.envelope.data as { address_ident: string };
    expect(address_ident).to.match(/^adr_[0-9a-hjkmnp-tv-z]{26}$/);
    expectDone(answer, method, 'address created', { address_ident, customer_ident });
    expect(await storedRow('addresses', account.id, { address_ident })).to.include({
      customer_ident,
      ...samples,
    });
  });

  it('adds addresses to those that the customer has, and changes no other one', async () => {
    const customer_ident = await newCustomer(account, {
      divergent_delivery_address: 1,
      delivery_city: 'Potsdam',
    });
    const [first] = await readAddresses(account, customer_ident);

    const added = [
      await newAddress(account, customer_ident, { delivery_city: 'Berlin' }),
      await newAddress(account, customer_ident, { delivery_city: 'Berlin' }),
    ];

    const addresses = await readAddresses(account, customer_ident);
    expect(addresses.map(({ address_ident }) => address_ident)).to.have.members([
      first?.address_ident,
      ...added,
    ]);
    expect(addresses).to.deep.include(first);
    expect(await readCustomer(account, customer_ident)).to.include({ delivery_city: 'Potsdam' });
  });

  it('leaves the delivery fields of a customer that was created without an address', async () => {
    const customer_ident = await newCustomer(account);

    await newAddress(account, customer_ident, { delivery_city: 'Berlin' });

    expect(await readCustomer(account, customer_ident)).to.include({
      divergent_delivery_address: 0,
      delivery_city: '',
    });
  });

  it('accepts an address in the form of customer.read, and creates a new one', async () => {
    const customer_ident = await newCustomer(account);
    const address_ident = await newAddress(account, customer_ident, samplesOf(deliveryRows));
    const [read] = await readAddresses(account, customer_ident);

    const answer = await account.send(method, { ...read, date_created: 'ignored', date_updated: 'ignored' });

    const copy = (answer.envelope.data as { address_ident: string }).address_ident;
    expect(copy).not.to.equal(address_ident);
    expect(await storedRow('addresses', account.id, { address_ident: copy })).to.include(
      samplesOf(deliveryRows),
    );
  });
});
