import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { expectRefused } from '../support/answers.ts';
import { cursorOf } from '../support/cursors.ts';
import { allIdents, allPages, type Listing, listings, page } from '../support/listing.ts';
import { addAddresses, addArticles } from '../support/manyRows.ts';

const { customer, article, address } = listings;

describe('lists', () => {
  let account: TestAccount;
  beforeEach(async () => {
    account = await newAccount();
  });

  const creates: Readonly<Record<string, () => Promise<string>>> = {
    customer: async () => (await account.client.customer.create({ bill_company: 'Muster' })).customer_ident,
    article: async () => (await account.client.article.create({ article_title: 'Tea' })).article_ident,
    address: async () => {
      const { address_ident } = await account.client.customer.create({ divergent_delivery_address: 1 });
      return address_ident as string;
    },
  };

  for (const [resource, listing] of Object.entries(listings) as [string, Listing][]) {
    const create = creates[resource] as () => Promise<string>;

    it(`${listing.method} gives all records page by page, in order of creation, none of another account`, async () => {
      await (await newAccount()).client.article.create({ article_title: 'Tea' });
      const created: string[] = [];
      for (let at = 0; at < 5; at += 1) created.push(await create());

      const { records, pages } = await allPages(listing, account, { limit: 2 });

      expect(records.map((record) => record[listing.ident])).to.deep.equal(created);
      expect(pages).to.equal(3);
      expect((await page(listing, account, { limit: 5 })).cursor).to.equal(null);
    });

    it(`${listing.method} answers an account without records with an empty list`, async () => {
      expect(await page(listing, account, {})).to.deep.equal({ records: [], cursor: null });
    });

    it(`${listing.method} has a record as soon as its create was answered, from parallel clients`, async () => {
      const write = async () => {
        for (let at = 0; at < 10; at += 1) {
          const ident = await create();
          expect(await allIdents(listing, account, { limit: 1_000 })).to.include(ident);
        }
      };

      await Promise.all(Array.from({ length: 8 }, write));
    });

    it(`${listing.method} refuses cursors of other lists, accounts and filters, changed ones and old ones`, async () => {
      await create();
      await create();
      const filter = { updated_from: '2020-01-01 00:00:00' };
      const { cursor } = await page(listing, account, { limit: 1, filter });
      const invalid = {
        code: 'cursor_invalid',
        message:
          'cursor does not belong to this list: send it unchanged, with the filter and search that it came with',
      };
      const other = await newAccount();
      const { method } = listing;
      const otherMethod = method === 'article.list' ? 'address.list' : 'article.list';

      expect((await page(listing, account, { cursor, filter, limit: 7 })).records).to.have.length(1);
      for (const body of [{ cursor }, { cursor, filter, search: 'x' }, { cursor: `${cursor}x`, filter }])
        expectRefused(await account.send(method, body), method, invalid);
      expectRefused(await other.send(method, { cursor, filter }), method, invalid);
      expectRefused(await account.send(otherMethod, { cursor, filter }), otherMethod, invalid);
      const old = await cursorOf(account, method, { age: 24.1, request: { filter } });
      expectRefused(await account.send(method, { cursor: old, filter }), method, {
        code: 'cursor_expired',
        message: 'cursor is older than 24 hours: begin again without it',
      });
      const young = await cursorOf(account, method, { age: 23.9, request: { filter } });
      expect((await page(listing, account, { cursor: young, filter })).records).to.have.length(2);
    });
  }

  it('customer.list has each customer as customer.read answers it', async () => {
    const { customer_ident } = await account.client.customer.create({
      ...{ bill_company: 'Müller & "Söhne"', user_note: 'n'.repeat(5_000) },
      ...{ divergent_delivery_address: 1, delivery_city: 'Potsdam', external_ident: 'E-1' },
    });
    const read = await account.client.customer.read({ customer_ident });

    expect((await page(customer, account, {})).records).to.deep.equal([read.customer]);
  });

  it('article.list has each article as article.read answers it, and where it comes from', async () => {
    const source = { external_ident: 'E-1', external_account_name: 'shop' };
    const { article_ident } = await account.client.article.create({
      ...{ article_title: 'Tea', article_price: '12.5', article_description: 'd'.repeat(5_000), ...source },
    });
    const read = await account.client.article.read({ article_ident });
    const [listed] = (await page(article, account, {})).records;

    expect(listed).to.deep.include({ ...read, ...source });
    expect(Object.keys(listed ?? {})).to.have.members([
      ...Object.keys(read),
      ...Object.keys(source),
      'date_updated',
    ]);
  });

  it('address.list has each address as address.read answers it', async () => {
    const { customer_ident } = await account.client.customer.create({});
    const { address_ident } = await account.client.address.create({ customer_ident, delivery_city: 'Kiel' });
    const read = await account.client.address.read({ address_ident });

    expect((await page(address, account, {})).records).to.deep.equal([read.address]);
  });

  it('a page has at most 512 KiB of records, and the next one goes on behind them', async () => {
    const idents = await addArticles(account.id, 'S', 30, { article_description: 'ä'.repeat(30_000) });

    const first = await page(article, account, {});
    const { records } = await allPages(article, account, {});

    expect(first.records.length).to.be.within(5, 8);
    expect(Buffer.byteLength(JSON.stringify(first.records))).to.be.at.most(512 * 1024);
    expect(records.map(({ article_ident }) => article_ident)).to.deep.equal(idents);
    expect(records.every(({ article_description: text }) => (text as string).length === 30_000)).to.equal(
      true,
    );
  });

  it('1,000 addresses come as several pages of 512 KiB, if they have long texts', async () => {
    const { customer_ident } = await account.client.customer.create({});
    const street = 'x'.repeat(255);
    const idents = await addAddresses(account.id, customer_ident, 1_000, {
      ...{ delivery_street: street, delivery_street2: street, delivery_city: street },
    });

    const { records, pages } = await allPages(address, account, { limit: 1_000 });

    expect(pages).to.equal(3);
    expect(records.map(({ address_ident }) => address_ident)).to.deep.equal(idents);
  });

  it('every record that exists all the time is listed once, while others are created and deleted', async () => {
    const kept = await addArticles(account.id, 'kept', 60);
    const doomed = await addArticles(account.id, 'doomed', 60);
    const change = async (pages: number) => {
      const gone = doomed.slice((pages - 1) * 4, pages * 4);
      await Promise.all(gone.map((article_ident) => account.client.article.delete({ article_ident })));
      await account.client.article.create({ article_title: 'new' });
    };

    const { records } = await allPages(article, account, { limit: 7 }, change);

    const idents = records.map(({ article_ident }) => article_ident as string);
    expect(new Set(idents).size).to.equal(idents.length);
    expect(idents).to.include.members(kept);
    expect(idents).to.deep.equal(idents.toSorted());
  });

  it('lists in a batch are answered each by itself', async () => {
    const [first, second] = await addArticles(account.id, 'A', 2);
    const [result, refused, empty] = await account.client.batch([
      { method: 'article.list', data: { filter: { article_sku: 'A' }, limit: 1 } },
      { method: 'article.list', data: { filter: { article_price: 1 } as never } },
      { method: 'customer.list', data: {} },
    ]);

    expect(result.data?.articles.map(({ article_ident }) => article_ident)).to.deep.equal([first]);
    expect(refused.error?.message).to.match(/^filter\.article_price can't be filtered by/);
    expect(empty.data).to.deep.equal({ customers: [], cursor: null });
    const cursor = result.data?.cursor as string;
    const next = await account.client.article.list({ filter: { article_sku: 'A' }, limit: 1, cursor });
    expect(next.articles.map(({ article_ident }) => article_ident)).to.deep.equal([second]);
    expect(next.cursor).to.equal(null);
  });
});
