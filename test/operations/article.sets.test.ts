import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { articleRow, upFrom } from '../support/articles.ts';
import { freshAccount } from '../support/fixtures.ts';
import { database } from '../support/servers.ts';
import { runSet } from '../support/sets.ts';
import { storedRow, storedRows } from '../support/stored.ts';
import { withTransaction } from '../support/transactions.ts';
import { until } from '../support/until.ts';
import { isStatementRunning } from '../support/waiting.ts';

/** Behaviour that depends on which calls are in the same set, or run at the same time. */
describe('article sets', () => {
  let stranger: TestAccount;
  const account = freshAccount();
  beforeEach(async () => {
    stranger = await newAccount();
  });

  const create = async (fields: object = {}, on = account) =>
    (await on.client.article.create({ article_title: 'Tea', ...fields })).article_ident;

  it('article.read by sku answers with 100 articles of each account', async () => {
    await createMany(account.id, 101);
    await createMany(stranger.id, 102);
    const request = { article_identifier: 'sku', article_sku: 'S-1' };

    const envelopes = await runSet('article.read', [
      [account, request],
      [stranger, request],
    ]);

    for (const { data } of envelopes) expect(data?.articles).to.have.length(100);
    expect(envelopes.map(({ data }) => data?.count)).to.deep.equal([101, 102]);
  });

  async function createMany(id: number, count: number): Promise<void> {
    const rows = upFrom(1, count).map((nr) => ({ ...articleRow(id, String(nr)), article_sku: 'S-1' }));
    await database()('articles').insert(rows);
  }

  it('article.update keeps fields that only other calls of the set send', async () => {
    const [one, other] = [await create({ article_price: 1 }), await create({ article_sku: 'S-1' })];

    await runSet('article.update', [
      [account, { article_ident: one, article_sku: 'S-2' }],
      [account, { article_ident: other, article_price: 2 }],
    ]);

    expect(await storedRow('articles', account.id, { article_ident: one })).to.include({
      article_price: '1.0000',
      article_sku: 'S-2',
    });
    expect(await storedRow('articles', account.id, { article_ident: other })).to.include({
      article_price: '2.0000',
      article_sku: 'S-1',
    });
  });

  const priceOf = async (article_ident: string) =>
    (await storedRow('articles', account.id, { article_ident })).article_price;

  it('article.update writes the free articles, and keeps what another transaction writes meanwhile', async () => {
    const [first, second] = [await create(), await create()];

    await withTransaction(async (other) => {
      await other('articles')
        .where({ account_id: account.id, article_ident: second })
        .update({ article_price: 9 });
      const running = runSet('article.update', [
        [account, { article_ident: first, article_price: 1 }],
        [account, { article_ident: second, article_title: 'new' }],
      ]);
      await until(async () => (await priceOf(first)) === '1.0000');
      await other.commit();
      await running;
    });

    expect(await storedRow('articles', account.id, { article_ident: second })).to.include({
      article_price: '9.0000',
      article_title: 'new',
    });
  });

  it('article.update with if_version is refused if another transaction changes the article meanwhile', async () => {
    const article_ident = await create();
    const { version } = await account.client.article.read({ article_ident });

    const [envelope] = await withTransaction(async (other) => {
      await other('articles').where({ account_id: account.id, article_ident }).update({ revision: 1 });
      const running = runSet('article.update', [[account, { article_ident, if_version: version }]]);
      await until(() => isStatementRunning('%`articles`%'));
      await other.commit();
      return running;
    });

    expect(envelope?.message).to.equal('record changed');
  });

  it('article.delete refuses an article that another transaction deletes meanwhile', async () => {
    const [first, second] = [await create(), await create()];

    const envelopes = await withTransaction(async (other) => {
      await other('articles').where({ account_id: account.id, article_ident: second }).delete();
      const running = runSet(
        'article.delete',
        [first, second].map((article_ident) => [account, { article_ident }]),
      );
      await until(async () => (await storedRows('articles', account.id)).length === 1);
      await other.commit();
      return running;
    });

    expect(envelopes.map(({ message }) => message)).to.deep.equal(['article deleted', 'article not found']);
    expect(await storedRows('articles', account.id)).to.have.length(0);
  });
});
