import { expect } from 'chai';
import { expectDone, expectRefused } from '../support/answers.ts';
import { freshAccount } from '../support/fixtures.ts';
import { itNeedsAnIdent, onArticles } from '../support/identRules.ts';
import { storedRows } from '../support/stored.ts';

const method = 'article.delete';
const notFound = { code: 'article_not_found', message: 'article not found' };

describe('article.delete', () => {
  let article_ident: string;
  const account = freshAccount();
  beforeEach(async () => {
    ({ article_ident } = await account.client.article.create({ article_title: 'Tea' }));
  });

  itNeedsAnIdent(() => onArticles(method), notFound);

  it('removes an article, and no other', async () => {
    const other = await account.client.article.create({ article_title: 'Coffee' });

    const answer = await account.send(method, { article_ident });

    expectDone(answer, method, 'article deleted', null);
    expect((await storedRows('articles', account.id)).map((row) => row.article_ident)).to.deep.equal([
      other.article_ident,
    ]);
    expect((await account.send('article.exists', { article_ident })).envelope.message).to.equal(
      'article does not exist',
    );
  });

  it('leaves the orders of the article unchanged', async () => {
    const { customer_ident } = await account.client.customer.create({});
    await account.internal('order.create', { customer_ident, items: [{ article_ident, quantity: 2 }] });

    await account.client.article.delete({ article_ident });

    expect(await storedRows('order_items', account.id, { article_ident })).to.have.length(1);
  });

  it('refuses an article that was deleted before', async () => {
    await account.client.article.delete({ article_ident });

    expectRefused(await account.send(method, { article_ident }), method, notFound);
  });

  it('removes an article once in concurrent calls', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => account.send(method, { article_ident })));

    expect(answers.filter(({ envelope }) => envelope.response)).to.have.length(1);
    expect(answers.filter(({ code }) => code === 'article_not_found')).to.have.length(3);
  });
});
