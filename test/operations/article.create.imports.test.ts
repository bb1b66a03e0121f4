import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { expectRefused } from '../support/answers.ts';
import { storedRow, storedRows } from '../support/stored.ts';

const method = 'article.create';
const imported = {
  article_title: 'Tea',
  article_type: 'csv',
  external_account_name: 'shop',
  external_ident: 'E-1',
};

describe('article.create imports', () => {
  let account: TestAccount;
  beforeEach(async () => {
    account = await newAccount();
  });

  const isRepeated = (existing: object) => ({
    code: 'external_ident_exists',
    message: 'external_ident already exists',
    data: existing,
  });

  it('stores the source of an article', async () => {
    const { article_ident } = await account.client.article.create(imported);

    expect(await storedRow('articles', account.id, { article_ident })).to.include(imported);
  });

  it('refuses an external_ident that the source has sent before, and names the article', async () => {
    const existing = await account.client.article.create(imported);

    const answer = await account.send(method, { ...imported, article_title: 'Coffee' });

    expectRefused(answer, method, isRepeated(existing));
    expect(await storedRows('articles', account.id)).to.have.length(1);
    expect(await storedRow('articles', account.id, existing)).to.include(imported);
  });

  for (const [what, other] of [
    ['another source type', { article_type: 'native' }],
    ['another account name', { external_account_name: 'other shop' }],
    ['another case', { external_ident: 'e-1' }],
    ['an accent', { external_ident: 'É-1' }],
  ] as const) {
    it(`accepts the same external_ident with ${what}`, async () => {
      await account.client.article.create(imported);

      await account.client.article.create({ ...imported, ...other });

      expect(await storedRows('articles', account.id)).to.have.length(2);
    });
  }

  it('accepts any number of articles without an external_ident', async () => {
    for (const external_ident of ['', '', '  '])
      await account.client.article.create({ ...imported, external_ident });

    expect(await storedRows('articles', account.id)).to.have.length(3);
  });

  it("accepts the external_ident of another account's record", async () => {
    const stranger = await newAccount();
    await stranger.client.article.create(imported);

    await account.client.article.create(imported);

    expect(await storedRows('articles', account.id)).to.have.length(1);
  });

  it('accepts an external_ident again after its article was deleted', async () => {
    await account.client.article.delete(await account.client.article.create(imported));

    await account.client.article.create(imported);

    expect(await storedRows('articles', account.id)).to.have.length(1);
  });

  it('makes no doubles when importers of the same file meet [external-unique]', async () => {
    const lines = Array.from({ length: 40 }, (_, at) => ({ ...imported, external_ident: `E-${at}` }));
    const importer = () => Promise.all(lines.map((line) => account.send(method, line)));

    const runs = await Promise.all(Array.from({ length: 5 }, importer));

    expect(await storedRows('articles', account.id)).to.have.length(lines.length);
    for (const [at, line] of lines.entries()) {
      const { article_ident } = await storedRow('articles', account.id, {
        external_ident: line.external_ident,
      });
      const answers = runs.map((run) => run[at]?.envelope);
      for (const envelope of answers) {
        const code = envelope?.response ? {} : { code: 'external_ident_exists' };
        expect(envelope?.data).to.deep.equal({ ...code, article_ident });
      }
      expect(answers.filter((envelope) => envelope?.response)).to.have.length(1);
    }
  });
});
