import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { expectDone, expectRefused } from '../support/answers.ts';
import { storedRow, storedRows } from '../support/stored.ts';

const method = 'article.update';

/** `external_ident` is unique per account, `article_type` and `external_account_name`: an update can change the type. */
describe('article.update imports', () => {
  let account: TestAccount;
  beforeEach(async () => {
    account = await newAccount();
  });

  const imported = (article_type: string, external_ident = 'E-1') =>
    account.client.article.create({
      article_title: 'Tea',
      external_account_name: 'shop',
      article_type,
      external_ident,
    });

  it('refuses a type in which another article has the external_ident', async () => {
    const existing = await imported('csv');
    const { article_ident } = await imported('native');

    const answer = await account.send(method, {
      article_ident,
      article_type: 'csv',
      article_title: 'Coffee',
    });

    expectRefused(answer, method, {
      code: 'external_ident_exists',
      message: 'external_ident already exists',
      data: existing,
    });
    expect(await storedRow('articles', account.id, { article_ident })).to.include({
      article_type: 'native',
      article_title: 'Tea',
    });
  });

  it('takes a type where the external_ident is free', async () => {
    await imported('csv', 'E-2');
    const { article_ident } = await imported('native');

    const answer = await account.send(method, { article_ident, article_type: 'csv' });

    expectDone(answer, method, 'article updated', { article_ident, article_type: 'csv' });
  });

  it('takes the type that the article has', async () => {
    const { article_ident } = await imported('csv');

    const answer = await account.send(method, { article_ident, article_type: 'csv' });

    expectDone(answer, method, 'article updated', { article_ident, article_type: 'csv' });
  });

  it('lets one of several articles with the same external_ident have a type', async () => {
    const made = await Promise.all(['a', 'b', 'c', 'd'].map((type) => imported(type)));

    const answers = await Promise.all(
      made.map((one) => account.send(method, { ...one, article_type: 'csv' })),
    );

    expect(answers.filter(({ envelope }) => envelope.response)).to.have.length(1);
    expect(answers.filter(({ code }) => code === 'external_ident_exists')).to.have.length(3);
    expect(await storedRows('articles', account.id, { article_type: 'csv' })).to.have.length(1);
  });
});
