import { expect } from 'chai';
import { newIdent } from '../../shared/contract/values/idents.ts';
import { newAccount } from '../support/account.ts';
import { drawnRequest, drawnRows, isListed } from '../support/listedRows.ts';
import { addRows, allIdents, type Listing, listings, type Row } from '../support/listing.ts';
import { drawing } from '../support/random.ts';

describe('the filters and searches of lists (80 drawn requests)', () => {
  for (const [resource, listing] of Object.entries(listings) as [string, Listing][]) {
    const { method, table, ident } = listing;

    it(`of ${method} find what a plain filter of all records finds, in 80 drawn requests`, async () => {
      const { below: draw } = drawing(resource.length);
      const [account, stranger] = [await newAccount(), await newAccount()];
      const customers = Array.from({ length: 5 }, () => newIdent('cus'));
      const withCustomer = (row: Row, index: number) =>
        table === 'addresses' ? { ...row, customer_ident: customers[index % customers.length] } : row;
      const rows = drawnRows(table, account.id, 300, draw).map(withCustomer);
      if (table === 'addresses')
        for (const { id } of [account, stranger])
          await addRows(
            'customers',
            customers.map((customer_ident) => ({ account_id: id, customer_ident })),
          );
      await addRows(table, rows);
      await addRows(
        table,
        rows.map((row) => ({ ...row, account_id: stranger.id })),
      );

      let found = 0;
      for (let times = 0; times < 80; times += 1) {
        const request = drawnRequest(table, draw, rows);
        const expected = rows
          .filter((row) => isListed(table, row, request))
          .map((row) => row[ident] as string);

        expect(await allIdents(listing, account, request), JSON.stringify(request)).to.deep.equal(
          expected.toSorted(),
        );
        found += expected.length;
      }
      expect(found).to.be.above(500);
    });
  }

  it('compare the whole of a search that is longer than what an index has', async () => {
    const account = await newAccount();
    const titles = ['a', 'b'].map((end) => `${'Ünïcode % '.repeat(20)}${end} end`);
    const made = await Promise.all(
      titles.map((article_title) => account.client.article.create({ article_title })),
    );
    const found = (search = '') => allIdents(listings.article, account, { search: search.toUpperCase() });

    expect(await found(titles[0]?.slice(0, -3))).to.deep.equal([made[0]?.article_ident]);
    expect(await found(titles[0]?.slice(0, 150))).to.have.length(2);
    expect(await found(`${titles[0]}x`)).to.deep.equal([]);
  });

  it('compare an ident as it was sent', async () => {
    const account = await newAccount();
    const { customer_ident } = await account.client.customer.create({ divergent_delivery_address: 1 });
    const found = (ident: string) =>
      allIdents(listings.address, account, { filter: { customer_ident: ident } });

    expect(await found(customer_ident)).to.have.length(1);
    for (const other of [
      `${customer_ident} `,
      customer_ident.toUpperCase(),
      customer_ident.replace('_', '%'),
    ])
      expect(await found(other)).to.deep.equal([]);
  });
});
