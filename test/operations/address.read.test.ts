import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { expectDone } from '../support/answers.ts';
import { newAddress, newCustomer, readAddresses } from '../support/customers.ts';
import { defaultsIn, deliveryRows, samplesOf } from '../support/fieldTable.ts';
import { freshAccount } from '../support/fixtures.ts';
import { itNeedsAnIdent, onAddresses } from '../support/identRules.ts';
import { database } from '../support/servers.ts';
import { runSet } from '../support/sets.ts';
import { versionIn } from '../support/versions.ts';

const method = 'address.read';
const success = 'address data loaded';
const times = { date_created: '2024-05-31 23:30:00', date_updated: '2024-07-01 12:00:00' };

describe('address.read', () => {
  let customer_ident: string;
  const account = freshAccount();
  beforeEach(async () => {
    customer_ident = await newCustomer(account);
  });

  itNeedsAnIdent(() => onAddresses(method), { code: 'address_not_found', message: 'address not found' });

  for (const [name, sent, held] of [
    ['that was created with all fields', samplesOf(deliveryRows), samplesOf(deliveryRows)],
    ['that was created without fields', {}, defaultsIn(deliveryRows)],
  ] as const)
    it(`answers every field of an address ${name}`, async () => {
      const address_ident = await newAddress(account, customer_ident, sent);
      await database()('addresses').where({ account_id: account.id }).update(times);

      const answer = await account.send(method, { address_ident });

      const version = versionIn(answer, 'address');
      const address = { address_ident, customer_ident, ...held, ...times, version };
      expectDone(answer, method, success, { address });
    });

  it('answers what customer.read has in address_data', async () => {
    await newAddress(account, customer_ident, { delivery_city: 'Potsdam' });
    await newAddress(account, customer_ident, { delivery_city: 'Kiel' });
    const listed = await readAddresses(account, customer_ident);

    const read = await Promise.all(
      listed.map(({ address_ident }) => account.client.address.read({ address_ident })),
    );

    expect(read.map(({ address }) => address)).to.deep.equal(listed);
  });

  it('answers each call of a set, also repeated ones', async () => {
    const stranger = await newAccount();
    const strange = await newAddress(stranger, await newCustomer(stranger));
    const one = await newAddress(account, customer_ident, { delivery_city: 'Ulm' });
    const other = await newAddress(account, customer_ident, { delivery_city: 'Bonn' });

    const replies = await runSet(
      method,
      [other, strange, one, other].map((address_ident) => [account, { address_ident }] as const),
    );

    const cities = replies.map(({ data }) => (data as Read | null)?.address?.delivery_city);
    expect(cities).to.deep.equal(['Bonn', undefined, 'Ulm', 'Bonn']);
    expect(replies[1]?.message).to.equal('address not found');
  });
});

interface Read {
  readonly address?: { readonly delivery_city: string };
}
