import { expect } from 'chai';
import { newAddress, newCustomer } from '../support/customers.ts';
import { sharedAccount } from '../support/fixtures.ts';

/** The rules that it shares with article.history are tested in article.history.test.ts. */
describe('customer.history of addresses', () => {
  const account = sharedAccount();

  it('lists changes and deletions of the addresses of the customer, but not their creation', async () => {
    const customer_ident = await newCustomer(account);
    const address_ident = await newAddress(account, customer_ident);
    await account.client.address.update({ address_ident, delivery_city: 'Werder' });
    await account.client.address.delete({ address_ident });

    const { entries } = await account.client.customer.history({ customer_ident });

    const app_id = account.appId;
    expect(entries.map(({ date: _, ...entry }) => entry)).to.deep.equal([
      { operation: 'address.delete', app_id, address_ident, fields: [] },
      {
        operation: 'address.update',
        app_id,
        address_ident,
        fields: [{ field: 'delivery_city', old: '', new: 'Werder' }],
      },
      { operation: 'customer.create', app_id, fields: [] },
    ]);
  });

  it('lists the changes of several addresses in one set, page by page', async () => {
    const customer_ident = await newCustomer(account);
    const addresses = [
      await newAddress(account, customer_ident),
      await newAddress(account, customer_ident),
      await newAddress(account, customer_ident),
    ];
    await account.client.batch(
      addresses.map((address_ident) => ({
        method: 'address.update' as const,
        data: { address_ident, delivery_city: 'Werder' },
      })),
    );

    const seen: unknown[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await account.client.customer.history({
        customer_ident,
        limit: 1,
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...page.entries.map(({ address_ident }) => address_ident));
      cursor = page.cursor;
    }

    expect(seen).to.have.members([...addresses, undefined]);
  });
});
