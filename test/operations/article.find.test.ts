import { expect } from 'chai';
import { expectDone } from '../support/answers.ts';
import { itFindsByValues } from '../support/findRules.ts';
import { freshAccount } from '../support/fixtures.ts';
import { addArticles } from '../support/manyRows.ts';
import { articleKind } from '../support/recordKinds.ts';

const method = 'article.find';

describe('article.find (thousands of articles)', () => {
  const account = freshAccount();

  itFindsByValues({
    ...articleKind,
    method,
    fields: ['article_nr', 'article_sku', 'article_ean', 'external_ident'],
    text: 'article_description',
  });

  it('answers the fields that are asked for, as article.read does', async () => {
    const sent = {
      article_title: 'Café',
      article_subtitle: 's',
      article_description: 'd\ne',
      article_nr: 'A-1',
      article_sku: 'S',
      article_ean: '4006381333931',
      article_unit: 'unit_kg' as const,
      article_type: 'csv',
      article_price: 12.3456,
      article_tax_rate: 19,
      article_purchase_price: 8.5,
      date_created: '2024-01-31 23:30:00',
    };
    const source = { external_ident: 'E-1', external_account_name: 'shop' };
    const { article_ident } = await account.client.article.create({ ...sent, ...source });
    const read = await account.client.article.read({ article_ident });
    const names = [...Object.keys(sent), ...Object.keys(source), 'date_updated'];

    const answer = await account.send(method, { by: 'article_sku', values: ['S'], fields: names });

    const { articles } = answer.envelope.data as { articles: Record<string, unknown>[] };
    const { date_updated } = articles[0] ?? {};
    expect(date_updated).to.match(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const article = { article_ident, version: read.version, ...sent, ...source, date_updated };
    expectDone(answer, method, 'articles found', { articles: [article] });
    const shared = Object.entries(read).filter(([name]) => names.includes(name));
    expect(article).to.include(Object.fromEntries(shared));
  });

  it('answers empty fields as article.read does', async () => {
    const { article_ident } = await account.client.article.create({ article_title: 'Tea' });
    const fields = ['article_sku', 'article_description', 'external_ident', 'article_price'];

    const answer = await account.send(method, { by: 'article_ident', values: [article_ident], fields });

    const { version } = await account.client.article.read({ article_ident });
    const empty = { article_sku: '', article_description: '', external_ident: '', article_price: 0 };
    expectDone(answer, method, 'articles found', { articles: [{ article_ident, version, ...empty }] });
  });

  it('covers values with thousands of articles in several answers', async () => {
    const [many, some] = [
      await addArticles(account.id, 'many', 3_000),
      await addArticles(account.id, 'some', 12),
    ];
    const values = ['none', 'many', ...Array.from({ length: 500 }, (_, index) => `S-${index}`), 'some'];
    const idents: string[] = [];
    for (const value of values.slice(2, -1)) idents.push(...(await addArticles(account.id, value, 5)));

    const found: string[] = [];
    const exceeded: unknown[] = [];
    let answers = 0;
    for (let from = 0; from < values.length; answers += 1) {
      const data = await account.client.article.find({ by: 'article_sku', values: values.slice(from) });
      found.push(...data.articles.map(({ article_ident }) => article_ident));
      exceeded.push(...(data.exceeded ?? []));
      expect(data.next ?? 1).to.be.above(0);
      from += data.next ?? values.length;
    }

    expect(found).to.have.members([...many.slice(0, 10), ...idents, ...some.slice(0, 10)]);
    expect(exceeded).to.deep.equal([
      { value: 'many', count: 3_000 },
      { value: 'some', count: 12 },
    ]);
    expect(answers).to.be.within(2, 5);
  });
});
