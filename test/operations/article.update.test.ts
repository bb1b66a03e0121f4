import { expect } from 'chai';
import { expectDone, expectFieldRefused, expectRefused } from '../support/answers.ts';
import { freshAccount } from '../support/fixtures.ts';
import { itNeedsAnIdent, onArticles } from '../support/identRules.ts';
import { database } from '../support/servers.ts';
import { storedRow } from '../support/stored.ts';

const method = 'article.update';
const notFound = { code: 'article_not_found', message: 'article not found' };
const longAgo = '2001-02-03 04:05:06';

describe('article.update', () => {
  let article_ident: string;
  const account = freshAccount();
  beforeEach(async () => {
    ({ article_ident } = await account.client.article.create({
      article_title: 'Tea',
      article_sku: 'S-1',
      article_price: 2,
    }));
    await database()('articles')
      .where({ article_ident })
      .update({ date_created: longAgo, date_updated: longAgo });
  });

  const stored = () => storedRow('articles', account.id, { article_ident });
  const read = () => account.client.article.read({ article_ident });

  itNeedsAnIdent(() => onArticles(method, { article_title: 'Coffee' }), notFound);

  it('answers with the ident and the written fields as they are stored', async () => {
    const changes = { article_title: ' Cafe\u0301\n ', article_price: '12.50', article_ean: 4006381333931 };

    const answer = await account.send(method, { article_ident, ...changes });

    const data = { article_ident, article_title: 'Café', article_price: 12.5, article_ean: '4006381333931' };
    expectDone(answer, method, 'article updated', data);
    expect(await stored()).to.include({
      article_title: 'Café',
      article_price: '12.5000',
      article_ean: '4006381333931',
    });
  });

  it('writes the sent fields only, and the time', async () => {
    const before = await stored();

    await account.client.article.update({ article_ident, article_subtitle: 'green' });

    const after = await stored();
    expect(after).to.deep.equal({
      ...before,
      article_subtitle: 'green',
      revision: 1,
      date_updated: after.date_updated,
    });
    expect(after.date_updated).not.to.equal(longAgo);
  });

  it('changes date_created', async () => {
    const answer = await account.send(method, { article_ident, date_created: '2020-12-31 23:00:00' });

    expectDone(answer, method, 'article updated', { article_ident, date_created: '2020-12-31 23:00:00' });
    expect(await read()).to.include({ date_created: '2020-12-31 23:00:00', date_created_user: '01.01.2021' });
  });

  it('ignores write-protected and read-only fields', async () => {
    const before = await stored();
    const ignored = {
      external_ident: 'E-9',
      external_account_name: 'shop',
      address_ident: 'adr_1',
      article_price_total: 9,
      sales: {},
      date_created_user: '01.01.2020',
      date_updated: '2020-01-01 00:00:00',
      date_updated_user: '01.01.2020',
      version: 'v',
    };

    const answer = await account.send(method, { article_ident, ...ignored, article_nr: 'A-1' });

    expectDone(answer, method, 'article updated', { article_ident, article_nr: 'A-1' });
    const after = await stored();
    expect(after).to.deep.equal({
      ...before,
      article_nr: 'A-1',
      revision: 1,
      date_updated: after.date_updated,
    });
    expect(after.date_updated).not.to.equal('2020-01-01 00:00:00');
  });

  it('accepts the answer of a read', async () => {
    const before = await read();

    const { envelope } = await account.send(method, before);

    expect(envelope).to.include({ response: true, message: 'article updated' });
    const { version, ...after } = await read();
    expect(before).to.include({ article_ident }).and.to.deep.include(after);
    expect(version).not.to.equal(before.version);
  });

  it('accepts the answer of a read of several articles', async () => {
    await account.client.article.create({ article_title: 'Coffee', article_sku: 'S-1' });
    const readBoth = async () => {
      const data = await account.client.article.read({ article_identifier: 'sku', article_sku: 'S-1' });
      const unversioned = ({ version: _, ...record }: object & { version: string }) => record;
      return { ...unversioned(data), articles: data.articles?.map(unversioned) };
    };
    const before = await account.client.article.read({ article_identifier: 'sku', article_sku: 'S-1' });
    const both = await readBoth();

    const { envelope } = await account.send(method, before);

    expect(envelope).to.include({ response: true, message: 'article updated' });
    expect(await readBoth()).to.deep.equal(both);
  });

  it('keeps both when two calls change different fields at once', async () => {
    const changes = [
      { article_title: 'Coffee' },
      { article_subtitle: 'strong' },
      { article_price: 7 },
      { article_nr: 'A-1' },
    ];

    await Promise.all(changes.map((change) => account.client.article.update({ article_ident, ...change })));

    expect(await read()).to.include(Object.assign({}, ...changes));
  });

  it('stores the value of one of many concurrent calls', async () => {
    const titles = Array.from({ length: 40 }, (_, index) => `No. ${index}`);

    const answers = await Promise.all(
      titles.map((article_title) => account.send(method, { article_ident, article_title })),
    );

    expect(answers.map(({ envelope }) => envelope.data)).to.deep.equal(
      titles.map((article_title) => ({ article_ident, article_title })),
    );
    expect(titles).to.include((await read()).article_title);
  });

  it('refuses an empty title', async () => {
    for (const article_title of ['', '  ']) {
      const answer = await account.send(method, { article_ident, article_title, article_price: 7 });
      expectRefused(answer, method, { code: 'field_required', message: 'article_title is required' });
    }
    expect(await stored()).to.include({
      article_title: 'Tea',
      article_price: '2.0000',
      date_updated: longAgo,
    });
  });

  for (const [field, values] of Object.entries({
    article_title: ['x'.repeat(256), true],
    article_unit: ['unit_box', ''],
    article_price: ['12abc', '', true, null, 1e300, 0.00001, 100_000_000_000],
    article_tax_rate: [-1, 100.0001, null],
    article_purchase_price: ['1,5', '0.00001'],
  })) {
    it(`refuses a wrong ${field} and writes nothing`, async () => {
      for (const value of values) {
        const answer = await account.send(method, {
          article_ident,
          article_subtitle: 'green',
          [field]: value,
        });
        expectFieldRefused(answer, method, field);
      }
      expect(await stored()).to.include({ article_subtitle: '', date_updated: longAgo });
    });
  }
});
