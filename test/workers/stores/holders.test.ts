import { expect } from 'chai';
import { rowsPerStep } from '../../../workers/stores/holders.ts';
import { Stores } from '../../../workers/stores/stores.ts';
import { newAccount } from '../../support/account.ts';
import { queriesOf } from '../../support/explain.ts';
import { addArticles } from '../../support/manyRows.ts';
import { database } from '../../support/servers.ts';

describe('a search for a value in a field without an index', () => {
  it('finds it behind 10,000 other records, and no statement reads more of them', async () => {
    const { id: account } = await newAccount();
    const idents = await addArticles(account, 'S', rowsPerStep + 2);
    const last = idents.at(-1) as string;
    await database()('articles')
      .where({ account_id: account, article_ident: last })
      .update({ article_title: 'Last' });
    const { articles } = new Stores(database());
    const holders = (value: string) => articles.holders('article_title', [{ account, value }]);

    expect(await holders('Last')).to.deep.equal([{ account, value: 'Last', ident: last }]);
    expect(await holders('None')).to.deep.equal([]);
    expect((await holders('Tea')).map(({ ident }) => ident)).to.deep.equal([
      idents[0],
      idents[rowsPerStep - 1],
    ]);
    expect(await queriesOf(database(), () => holders('None'))).to.have.length(2);
  });
});
