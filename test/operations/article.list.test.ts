import { expect } from 'chai';
import { freshAccount } from '../support/fixtures.ts';
import { allPages, listings, page } from '../support/listing.ts';
import { itListsRecords } from '../support/listRules.ts';
import { addArticles } from '../support/manyRows.ts';

const { article } = listings;

describe('article.list', () => {
  const account = freshAccount();

  itListsRecords(
    article,
    async ({ client }) => (await client.article.create({ article_title: 'Tea' })).article_ident,
  );

  it('has each article as article.read answers it, and where it comes from', async () => {
    const source = { external_ident: 'E-1', external_account_name: 'shop' };
    const { article_ident } = await account.client.article.create({
      article_title: 'Tea',
      article_price: '12.5',
      article_description: 'd'.repeat(5e3),
      ...source,
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

  it('every record that exists all the time is listed once, while others are created and deleted [listed-once]', async () => {
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
