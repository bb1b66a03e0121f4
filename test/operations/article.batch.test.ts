import { expect } from 'chai';
import { articleNumbers, upFrom } from '../support/articles.ts';
import { refusedAtomic, runAtomic, teas } from '../support/batches.ts';
import { freshAccount } from '../support/fixtures.ts';
import { storedRows } from '../support/stored.ts';

describe('article.batch', () => {
  const account = freshAccount();
  const articles = () => storedRows('articles', account.id);
  const put = (article_title: string) => ({
    method: 'article.put',
    data: { external_ident: '4711', article_title },
  });
  const refer = (method: string, entry: number, more: object = {}) => ({
    method,
    data: { article_ident: { entry }, ...more },
  });

  it('creates, puts, changes and deletes articles, whose idents come from earlier entries', async () => {
    await runAtomic(account, [
      ...teas(2),
      put('Coffee'),
      refer('article.update', 2, { article_title: 'Milk' }),
      refer('article.delete', 0),
    ]);

    expect((await articles()).map((row) => row.article_title)).to.have.members(['No. 1', 'Milk']);
    expect(await articleNumbers(account.id)).to.deep.equal(upFrom(10_002, 2));
  });

  it('does nothing if the last of 200 entries is refused [batch-atomic]', async () => {
    const refused = await refusedAtomic(account, [
      ...teas(199),
      { method: 'article.update', data: { article_ident: 'art_none', article_title: 'Tea' } },
    ]);

    expect(refused.entry).to.equal(199);
    expect(refused.codes.filter((code) => code === 'not_done')).to.have.length(199);
    expect(await articles()).to.have.length(0);
  });
});
