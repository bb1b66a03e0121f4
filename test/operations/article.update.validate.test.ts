import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { expectDone, expectRefused } from '../support/answers.ts';
import { storedRow, storedRows } from '../support/stored.ts';

const method = 'article.update';

/** A value of every updatable field: sent, and read. */
const values = {
  article_title: ['Coffee', 'Coffee'],
  article_subtitle: ['strong', 'strong'],
  article_description: ['black\nand hot', 'black\nand hot'],
  article_nr: ['A-1', 'A-1'],
  article_sku: ['S-1', 'S-1'],
  article_ean: [4006381333931, '4006381333931'],
  article_unit: ['unit_kg', 'unit_kg'],
  article_type: ['csv', 'csv'],
  article_price: ['12.50', 12.5],
  article_tax_rate: ['19', 19],
  article_purchase_price: [0.1, 0.1],
  date_created: ['2020-12-31 23:00:00', '2020-12-31 23:00:00'],
} as const;

describe('article.update validate', () => {
  let account: TestAccount;
  let article_ident: string;
  beforeEach(async () => {
    account = await newAccount();
    ({ article_ident } = await account.client.article.create({ article_title: 'Tea', article_nr: 'T-1' }));
  });

  const another = (fields: object) => account.client.article.create({ article_title: 'Milk', ...fields });
  const exists = (data: object, field: string) => ({
    code: 'value_exists',
    message: `${field} already exists`,
    data,
  });

  for (const [field, [sent, read]] of Object.entries(values)) {
    it(`refuses a ${field} that another article has, and writes nothing`, async () => {
      await another({ [field]: sent });
      const before = await storedRow('articles', account.id, { article_ident });

      const answer = await account.send(method, {
        article_ident,
        article_sku: 'new',
        validate: field,
        [field]: sent,
      });

      expectRefused(answer, method, exists({ article_ident, [field]: read }, field));
      expect(await storedRow('articles', account.id, { article_ident })).to.deep.equal(before);
    });

    it(`accepts a ${field} that no other article has`, async () => {
      const answer = await account.send(method, { article_ident, validate: field, [field]: sent });

      expectDone(answer, method, 'article updated', { article_ident, [field]: read });
    });
  }

  it('ignores the article itself', async () => {
    const answer = await account.send(method, {
      article_ident,
      validate: 'article_nr',
      article_nr: 'T-1',
      article_title: 'Coffee',
    });

    expectDone(answer, method, 'article updated', {
      article_ident,
      article_nr: 'T-1',
      article_title: 'Coffee',
    });
  });

  it('refuses a value that the article itself and another one have', async () => {
    await another({ article_nr: 'T-1' });

    const answer = await account.send(method, { article_ident, validate: 'article_nr', article_nr: 'T-1' });

    expectRefused(answer, method, exists({ article_ident, article_nr: 'T-1' }, 'article_nr'));
  });

  it('compares amounts by value', async () => {
    await another({ article_price: '0012.5' });

    const answer = await account.send(method, {
      article_ident,
      validate: 'article_price',
      article_price: '12.5000',
    });

    expectRefused(answer, method, exists({ article_ident, article_price: 12.5 }, 'article_price'));
  });

  it('distinguishes case and accents', async () => {
    await another({ article_nr: 'Café' });

    for (const article_nr of ['café', 'CAFÉ', 'Cafe', 'Caf']) {
      const answer = await account.send(method, { article_ident, validate: 'article_nr', article_nr });
      expectDone(answer, method, 'article updated', { article_ident, article_nr });
    }
  });

  it("ignores other accounts' articles", async () => {
    const stranger = await newAccount();
    await stranger.client.article.create({ article_title: 'Milk', article_nr: 'A-1' });

    const answer = await account.send(method, { article_ident, validate: 'article_nr', article_nr: 'A-1' });

    expectDone(answer, method, 'article updated', { article_ident, article_nr: 'A-1' });
  });

  it('is an ordinary update when the field was not sent', async () => {
    await another({ article_nr: 'A-1', article_title: 'Coffee' });

    const answer = await account.send(method, {
      article_ident,
      validate: 'article_nr',
      article_title: 'Coffee',
    });

    expectDone(answer, method, 'article updated', { article_ident, article_title: 'Coffee' });
  });

  it('checks the named field only', async () => {
    await another({ article_nr: 'A-1', article_sku: 'S-1' });

    const answer = await account.send(method, {
      article_ident,
      validate: 'article_nr',
      article_nr: 'A-2',
      article_sku: 'S-1',
    });

    expectDone(answer, method, 'article updated', { article_ident, article_nr: 'A-2', article_sku: 'S-1' });
  });

  it('refuses a name that is not an updatable field', async () => {
    for (const validate of [
      'article_ident',
      'external_ident',
      'article_price_total',
      'bill_city',
      'artcle_nr',
      '',
      1,
      ['article_nr'],
    ]) {
      const answer = await account.send(method, { article_ident, validate, article_nr: 'A-2' });

      const message = 'validate names no updatable field';
      const data = { errors: [{ field: 'validate', code: 'field_invalid', message }] };
      expectRefused(answer, method, { code: 'field_invalid', message, data });
    }
    expect(await storedRow('articles', account.id, { article_ident })).to.include({ article_nr: 'T-1' });
  });

  it('refuses an unknown article', async () => {
    const answer = await account.send(method, {
      article_ident: 'art_unknown',
      validate: 'article_nr',
      article_nr: 'A-2',
    });

    expectRefused(answer, method, { code: 'article_not_found', message: 'article not found' });
  });

  it('accepts one of two concurrent calls that claim the same value', async () => {
    const pairs = Array.from({ length: 60 }, (_, at) => `P-${at}`);
    const claim = async (article_nr: string) => {
      const { article_ident } = await another({});
      return () => account.send(method, { article_ident, validate: 'article_nr', article_nr });
    };
    const claims = await Promise.all([...pairs, ...pairs].map(claim));

    const answers = await Promise.all(claims.map((send) => send()));

    for (const [at, article_nr] of pairs.entries()) {
      const both = [answers[at], answers[at + pairs.length]];
      expect(
        both.filter((answer) => answer?.envelope.response),
        article_nr,
      ).to.have.length(1);
      expect(
        both.filter((answer) => answer?.code === 'value_exists'),
        article_nr,
      ).to.have.length(1);
      expect(await storedRows('articles', account.id, { article_nr })).to.have.length(1);
    }
  });
});
