import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { changesAfter, cursorNow } from '../support/changes.ts';

describe('changes.list of two accounts', () => {
  it('lists nothing of another account [account-apart]', async () => {
    const accounts = [await newAccount(), await newAccount()];
    const cursors = await Promise.all(accounts.map(cursorNow));
    const tea = { article_title: 'Tea' };
    const made = await Promise.all(accounts.map(({ client }) => client.article.create(tea)));
    const lists = await Promise.all(
      accounts.map((one, index) => changesAfter(one, cursors[index] as string)),
    );

    const idents = lists.map((list) => list.map(({ ident }) => ident));
    expect(idents).to.deep.equal(made.map(({ article_ident }) => [article_ident]));
  });
});
