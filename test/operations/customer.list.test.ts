import { expect } from 'chai';
import { freshAccount } from '../support/fixtures.ts';
import { listings, page } from '../support/listing.ts';
import { itListsRecords } from '../support/listRules.ts';

const { customer } = listings;

describe('customer.list', () => {
  const account = freshAccount();

  itListsRecords(
    customer,
    async ({ client }) => (await client.customer.create({ bill_company: 'Muster' })).customer_ident,
  );

  it('has each customer as customer.read answers it', async () => {
    const { customer_ident } = await account.client.customer.create({
      bill_company: 'Müller & "Söhne"',
      user_note: 'n'.repeat(5e3),
      divergent_delivery_address: 1,
      delivery_city: 'Potsdam',
      external_ident: 'E-1',
    });
    const read = await account.client.customer.read({ customer_ident });

    expect((await page(customer, account, {})).records).to.deep.equal([read.customer]);
  });
});
