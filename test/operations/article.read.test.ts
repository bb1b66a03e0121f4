import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { expectDone } from '../support/answers.ts';
import { sharedAccount } from '../support/fixtures.ts';
import { itNeedsAnIdent, onArticles } from '../support/identRules.ts';
import { versionIn } from '../support/versions.ts';

const method = 'article.read';

const sent = {
  article_title: 'Coffee beans',
  article_subtitle: 'Arabica',
  article_description: 'Roasted\nslowly',
  article_nr: 'K-1',
  article_sku: 'SKU-1',
  article_ean: '4006381333931',
  article_unit: 'unit_kg',
  article_type: 'csv',
  article_price: 12,
  article_tax_rate: 19,
  article_purchase_price: 8.5,
  date_created: '2024-01-31 23:30:00',
} as const;

describe('article.read', () => {
  const account = sharedAccount();

  itNeedsAnIdent(() => onArticles(method), { code: 'article_not_found', message: 'article not found' });

  it('answers with exactly the promised fields', async () => {
    const { article_ident } = await account.client.article.create({ ...sent, external_ident: 'E-1' });

    const answer = await account.send(method, { article_ident });

    expectDone(answer, method, `read article with ident: ${article_ident}`, {
      ...sent,
      article_ident,
      date_created_user: '01.02.2024',
      article_price_total: 14.28,
      version: versionIn(answer),
      sales: { count: 0, price: 0, price_total: 0 },
    });
  });

  it('answers with the defaults of fields that were not sent', async () => {
    const { article_ident } = await account.client.article.create({
      article_title: 'Tea',
      date_created: '2024-07-31 21:59:59',
    });

    const answer = await account.send(method, { article_ident });

    expectDone(answer, method, `read article with ident: ${article_ident}`, {
      article_ident,
      date_created: '2024-07-31 21:59:59',
      date_created_user: '31.07.2024',
      article_nr: '10001',
      article_title: 'Tea',
      article_subtitle: '',
      article_description: '',
      article_type: 'native',
      article_unit: 'unit_ppu',
      article_price: 0,
      article_price_total: 0,
      article_tax_rate: 0,
      article_purchase_price: 0,
      article_sku: '',
      article_ean: '',
      version: versionIn(answer),
      sales: { count: 0, price: 0, price_total: 0 },
    });
  });

  it("answers the day in the account's time zone", async () => {
    const far = await newAccount({ time_zone: 'America/New_York' });
    const made = await far.client.article.create({
      article_title: 'Tea',
      date_created: '2024-01-01 04:59:59',
    });

    expect(await far.client.article.read(made)).to.include({
      date_created: '2024-01-01 04:59:59',
      date_created_user: '31.12.2023',
    });
  });

  it('answers each of many concurrent requests with its own article', async () => {
    const titles = Array.from({ length: 60 }, (_, index) => `No. ${index}`);
    const made = await Promise.all(
      titles.map((article_title) => account.client.article.create({ article_title })),
    );

    const read = await Promise.all(made.map((one) => account.client.article.read(one)));

    expect(read.map(({ article_title }) => article_title)).to.deep.equal(titles);
  });
});
