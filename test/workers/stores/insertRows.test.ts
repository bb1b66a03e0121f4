import { expect } from 'chai';
import { expression, insertRows } from '../../../workers/stores/insertRows.ts';
import { newAccount } from '../../support/account.ts';
import { database } from '../../support/servers.ts';
import { storedRow, storedRows } from '../../support/stored.ts';

const texts = [
  `it's`,
  `'); DELETE FROM articles; -- `,
  'back\\slash\\',
  `\\' or 1=1 -- `,
  'two\nlines\r\n\tand a tab',
  'NUL \0 and substitute \x1a',
  '"double" `back` ? ?? :name %s $&',
  'Größe 🚲 \u2028',
  '',
];

describe('insertRows', () => {
  let account: number;
  const article = (nr: number, values: object = {}) => ({
    account_id: account,
    article_ident: `art_${nr}`,
    article_type: 'native',
    date_created: '2026-01-01 00:00:00',
    date_updated: '2026-01-01 00:00:00',
    ...values,
  });
  beforeEach(async () => {
    account = (await newAccount()).id;
  });

  it('stores every text exactly as it is', async () => {
    await insertRows(
      database(),
      'articles',
      texts.map((article_description, nr) => article(nr, { article_description })),
    );

    const rows = await storedRows('articles', account);
    const stored = new Map(rows.map((row) => [row.article_ident, row.article_description]));
    expect(texts.map((_, nr) => stored.get(`art_${nr}`))).to.deep.equal(texts);
  });

  it('stores numbers, NULL and expressions, and the default of a column whose value is undefined', async () => {
    const values = {
      article_price: 12.5,
      article_description: null,
      article_title: expression(`REPEAT('a', 3)`),
      article_tax_rate: undefined,
    };

    await insertRows(database(), 'articles', [article(1, values)]);

    expect(await storedRow('articles', account, { article_ident: 'art_1' })).to.include({
      article_price: '12.5000',
      article_description: null,
      article_title: 'aaa',
      article_tax_rate: '0.0000',
    });
  });

  it('overwrites all columns of rows that exist', async () => {
    await insertRows(database(), 'articles', [article(1, { article_title: 'Tea', article_sku: 'T-1' })]);

    const rows = [
      article(1, { article_title: 'Coffee', article_sku: '' }),
      article(2, { article_title: 'Cocoa', article_sku: 'C-1' }),
    ];
    await insertRows(database(), 'articles', rows, 'overwrite');

    expect(await storedRow('articles', account, { article_ident: 'art_1' })).to.include({
      article_title: 'Coffee',
      article_sku: '',
    });
    expect(await storedRow('articles', account, { article_ident: 'art_2' })).to.include({
      article_title: 'Cocoa',
      article_sku: 'C-1',
    });
  });
});
