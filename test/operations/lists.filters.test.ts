import { expect } from 'chai';
import { newIdent } from '../../shared/contract/values/idents.ts';
import { newAccount } from '../support/account.ts';
import { drawnRequest, drawnRows, inOrder, isListed } from '../support/listedRows.ts';
import { addRows, allIdents, type Listing, listings, page, type Row } from '../support/listing.ts';
import { drawing } from '../support/random.ts';

describe('the filters, searches and sorts of lists (80 drawn requests)', () => {
  for (const [resource, listing] of Object.entries(listings) as [string, Listing][]) {
    const { method, table, ident } = listing;

    it(`of ${method} find what a plain filter of all records finds, in the same order, in 80 drawn requests`, async () => {
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
        const matching = rows.filter((row) => isListed(table, row, request));
        const expected = inOrder(table, ident, matching, request.sort as string | undefined);

        expect(await allIdents(listing, account, request), JSON.stringify(request)).to.deep.equal(
          expected.map((row) => row[ident]),
        );
        const { total } = await page(listing, account, { ...request, limit: 1, total: 1 });
        expect(total, JSON.stringify(request)).to.equal(expected.length);
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

  it('sort 64 characters and then by creation, also across pages, and texts of any letter', async () => {
    const account = await newAccount();
    const numbers = [
      '9',
      '10',
      'a',
      'ä',
      'Z',
      '\u{1F600}'.repeat(128),
      '\u{FF21}',
      '"'.repeat(128),
      'x y',
      'x',
    ];
    const titles = [...numbers, ...Array.from({ length: 4 }, () => 'same')];
    const made: string[] = [];
    for (const [nr, article_title] of titles.entries()) {
      const article = await account.client.article.create({ article_title, article_nr: numbers[nr] ?? 'n' });
      made.push(article.article_ident);
    }
    const rows = titles.map((article_title, nr) => ({
      article_title,
      article_nr: numbers[nr] ?? 'n',
      article_ident: made[nr],
    }));

    for (const sort of ['number', '-number', 'title', '-title'])
      expect(await allIdents(listings.article, account, { sort, limit: 1 }), sort).to.deep.equal(
        inOrder('articles', 'article_ident', rows, sort).map(({ article_ident }) => article_ident),
      );
  });

  it('count up to 10,000 records, and say null where they would have to compare more', async () => {
    const account = await newAccount();
    const rows = Array.from({ length: 10_050 }, (_, nr) => ({
      account_id: account.id,
      article_ident: newIdent('art'),
      article_title: 'Tea',
      article_price: nr === 7 ? 5 : 1,
      article_sku: nr < 9_000 ? 'many' : '',
    }));
    await addRows('articles', rows);
    const totalOf = async (body: object) =>
      (await page(listings.article, account, { ...body, limit: 1, total: 1 })).total;

    expect(await totalOf({})).to.equal(10_000);
    expect(await totalOf({ search: 'tea', sort: '-updated' })).to.equal(10_000);
    expect(await totalOf({ filter: { price_from: 2 } })).to.equal(null);
    expect(await totalOf({ filter: { price_from: 2, article_sku: 'many' } })).to.equal(1);
    expect(await totalOf({ search: 'none' })).to.equal(0);
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
