import { expect } from 'chai';
import { freshAccount } from '../support/fixtures.ts';
import { allPages, listings, page } from '../support/listing.ts';
import { itListsRecords } from '../support/listRules.ts';
import { addAddresses } from '../support/manyRows.ts';

const { address } = listings;

describe('address.list', () => {
  const account = freshAccount();

  itListsRecords(address, async ({ client }) => {
    const { address_ident } = await client.customer.create({ divergent_delivery_address: 1 });
    return address_ident as string;
  });

  it('has each address as address.read answers it', async () => {
    const { customer_ident } = await account.client.customer.create({});
    const { address_ident } = await account.client.address.create({ customer_ident, delivery_city: 'Kiel' });
    const read = await account.client.address.read({ address_ident });

    expect((await page(address, account, {})).records).to.deep.equal([read.address]);
  });

  it('1,000 addresses come as several pages of 512 KiB, if they have long texts', async () => {
    const { customer_ident } = await account.client.customer.create({});
    const street = 'x'.repeat(255);
    const idents = await addAddresses(account.id, customer_ident, 1_000, {
      delivery_street: street,
      delivery_street2: street,
      delivery_city: street,
    });

    const { records, pages } = await allPages(address, account, { limit: 1_000 });

    expect(pages).to.equal(3);
    expect(records.map(({ address_ident }) => address_ident)).to.deep.equal(idents);
  });
});
