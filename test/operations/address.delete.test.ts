import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { expectDone, expectRefused } from '../support/answers.ts';
import { newAddress, newCustomer, readAddresses, readCustomer } from '../support/customers.ts';
import { freshAccount } from '../support/fixtures.ts';
import { itNeedsAnIdent, onAddresses } from '../support/identRules.ts';
import { runSet } from '../support/sets.ts';
import { storedRows } from '../support/stored.ts';

const method = 'address.delete';
const notFound = { code: 'address_not_found', message: 'address not found' };

describe('address.delete (races)', () => {
  let customer_ident: string;
  const account = freshAccount();
  beforeEach(async () => {
    customer_ident = await newCustomer(account);
  });

  const remaining = async () =>
    (await storedRows('addresses', account.id)).map(({ address_ident }) => address_ident);

  itNeedsAnIdent(() => onAddresses(method), notFound);

  it('removes an address, and no other', async () => {
    const address_ident = await newAddress(account, customer_ident);
    const other = await newAddress(account, customer_ident);

    const answer = await account.send(method, { address_ident });

    expectDone(answer, method, 'address deleted', null);
    expect(await remaining()).to.deep.equal([other]);
    const { envelope } = await account.send('address.exists', { address_ident });
    expect(envelope.message).to.equal('address does not exist');
  });

  it('refuses an address that was deleted before', async () => {
    const address_ident = await newAddress(account, customer_ident);
    await account.client.address.delete({ address_ident });

    expectRefused(await account.send(method, { address_ident }), method, notFound);
  });

  it('leaves a customer without the address that it was created with', async () => {
    const made = { divergent_delivery_address: 1 as const, delivery_city: 'Kiel' };
    const { address_ident, ...own } = await account.client.customer.create(made);
    const other = await newAddress(account, own.customer_ident, { delivery_city: 'Ulm' });

    await account.client.address.delete({ address_ident: address_ident as string });

    const none = { divergent_delivery_address: 0, delivery_city: '', delivery_country: 'de' };
    expect(await readCustomer(account, own.customer_ident)).to.include(none);
    const left = await readAddresses(account, own.customer_ident);
    expect(left.map((address) => address.address_ident)).to.deep.equal([other]);
  });

  it('leaves the address that the customer was created with when another one is removed', async () => {
    const made = { divergent_delivery_address: 1 as const, delivery_city: 'Kiel' };
    const own = await account.client.customer.create(made);
    const other = await newAddress(account, own.customer_ident);

    await account.client.address.delete({ address_ident: other });

    expect(await readCustomer(account, own.customer_ident)).to.include(made);
  });

  it('removes several addresses of one customer in a set, and none of other accounts', async () => {
    const stranger = await newAccount();
    const far = await newAddress(stranger, await newCustomer(stranger));
    const own = await account.client.customer.create({ divergent_delivery_address: 1 });
    const idents = [own.address_ident as string, await newAddress(account, own.customer_ident)];
    const kept = await newAddress(account, own.customer_ident);

    const replies = await runSet(
      method,
      [...idents, far].map((address_ident) => [account, { address_ident }] as const),
    );

    expect(replies.map(({ response }) => response)).to.deep.equal([true, true, false]);
    expect(await remaining()).to.deep.equal([kept]);
    expect(await storedRows('addresses', stranger.id)).to.have.length(1);
    expect(await readCustomer(account, own.customer_ident)).to.include({ divergent_delivery_address: 0 });
  });

  it('removes an address once in concurrent calls', async () => {
    const address_ident = await newAddress(account, customer_ident);

    const answers = await Promise.all([1, 2, 3, 4].map(() => account.send(method, { address_ident })));

    expect(answers.filter(({ envelope }) => envelope.response)).to.have.length(1);
    expect(answers.filter(({ code }) => code === 'address_not_found')).to.have.length(3);
  });

  it('and customer.delete at once, 10 times: both are answered, and nothing is left', async () => {
    for (let round = 0; round < 10; round += 1) {
      const doomed = await newCustomer(account);
      const idents = await Promise.all([1, 2, 3, 4].map(() => newAddress(account, doomed)));

      const answers = await Promise.all([
        ...idents.map((address_ident) => account.send(method, { address_ident })),
        account.send('customer.delete', { customer_ident: doomed }),
      ]);

      expect(answers.at(-1)?.envelope.message).to.equal('customer deleted');
      for (const { code } of answers) expect(code).to.be.oneOf(['', 'address_not_found']);
    }
    expect(await remaining()).to.deep.equal([]);
  });
});
