import { expectDone, expectRefused } from '../support/answers.ts';
import { sharedAccount } from '../support/fixtures.ts';
import { itNeedsAnIdent, onArticles } from '../support/identRules.ts';

const method = 'article.exists';
const unknown = { code: 'article_not_found', message: 'article does not exist' };

describe('article.exists', () => {
  let article_ident: string;
  const account = sharedAccount();
  before(async () => {
    ({ article_ident } = await account.client.article.create({ article_title: 'Tea' }));
  });

  itNeedsAnIdent(() => onArticles(method), unknown);

  it('answers that an article exists', async () => {
    expectDone(await account.send(method, { article_ident }), method, 'article does exist', {
      article_ident,
    });
  });

  it('refuses a deleted article', async () => {
    const deleted = await account.client.article.create({ article_title: 'Tea' });
    await account.client.article.delete(deleted);

    expectRefused(await account.send(method, deleted), method, unknown);
  });
});
