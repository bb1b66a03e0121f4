import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { expectRefused } from '../support/answers.ts';
import { itPuts } from '../support/itPuts.ts';
import { articleKind } from '../support/recordKinds.ts';
import { storedRows } from '../support/stored.ts';

describe('article.put', () => {
  itPuts(articleKind);

  it('says that an article without a title cannot be created', async () => {
    const account = await newAccount();

    const answer = await account.send('article.put', { external_ident: 'E-1', article_price: 12 });

    const message = 'article not found: send article_title to create it';
    expectRefused(answer, 'article.put', { code: 'article_not_found', message });
    expect(await storedRows('articles', account.id)).to.have.length(0);
  });

  it('compares amounts by value, and long texts', async () => {
    const account = await newAccount();
    const fields = { external_ident: 'E-1', article_description: 'a\nb', article_price: '12.50' };
    await account.client.article.create({ article_title: 'Tea', ...fields });

    const same = await account.send('article.put', { ...fields, article_price: 12.5 });
    const other = await account.send('article.put', { ...fields, article_description: 'a\nc' });

    expect(same.envelope.data).to.include({ result: 'unchanged' });
    expect(other.envelope.data).to.include({ result: 'updated' });
  });
});
