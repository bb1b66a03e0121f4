import { expect } from 'chai';
import { expectDone, expectRefused } from '../support/answers.ts';
import { freshAccount } from '../support/fixtures.ts';
import { storedRow, storedRows } from '../support/stored.ts';

const method = 'article.create';

describe('article.create', () => {
  const account = freshAccount();

  it('creates an article and answers with its ident', async () => {
    const answer = await account.send(method, { article_title: 'Coffee beans' });

    const { article_ident } = answer.envelope.data as { article_ident: string };
    expect(article_ident).to.match(/^art_[0-9a-hjkmnp-tv-z]{26}$/);
    expectDone(answer, method, 'article created', { article_ident });
    expect(await storedRow('articles', account.id, { article_ident })).to.include({
      article_title: 'Coffee beans',
    });
  });

  for (const [what, body] of [
    ['none', { article_price: 12 }],
    ['null', { article_title: null }],
    ['an empty one', { article_title: '' }],
    ['nothing but blanks', { article_title: ' \t ' }],
    ['none beside another fault', { article_price: '12abc' }],
  ] as const) {
    it(`refuses a missing title: ${what}`, async () => {
      const answer = await account.send(method, body);

      expectRefused(answer, method, { code: 'field_required', message: 'article_title is required' });
      expect(await storedRows('articles', account.id)).to.have.length(0);
    });
  }

  it('reports every fault, the first one in the message', async () => {
    const body = { article_title: 'Tea', article_unit: 'unit_box', artcle_sku: 'T', article_price: true };

    const { status, code, envelope } = await account.send(method, body);

    const { errors } = envelope.data as { errors: { field: string; code: string; message: string }[] };
    expect({ status, code, response: envelope.response }).to.deep.equal({
      status: 200,
      code: 'field_invalid',
      response: false,
    });
    expect(errors.map(({ field }) => field)).to.deep.equal(['article_unit', 'article_price', 'artcle_sku']);
    expect(envelope.message).to.equal(errors[0]?.message);
    expect(await storedRows('articles', account.id)).to.have.length(0);
  });

  it('ignores the fields that the service sets', async () => {
    const ignored = {
      article_ident: 'art_mine',
      article_price_total: 1,
      sales: { count: 3 },
      date_created_user: '01.01.2001',
    };

    const { article_ident } = await account.client.article.create({ article_title: 'Tea', ...ignored });

    expect(article_ident).not.to.equal('art_mine');
    const read = await account.client.article.read({ article_ident });
    expect(read).to.deep.include({
      article_title: 'Tea',
      article_price_total: 0,
      sales: { count: 0, price: 0, price_total: 0 },
    });
    expect(read.date_created_user).not.to.equal('01.01.2001');
  });

  it('creates another article from the answer of a read of several', async () => {
    const tea = { article_title: 'Tea', article_sku: 'S-1', article_price: '2.5' };
    await account.client.article.create({ ...tea, article_nr: 'T-1' });
    await account.client.article.create(tea);
    const answer = await account.client.article.read({ article_identifier: 'sku', article_sku: 'S-1' });

    const second = await account.client.article.create(answer);

    const { articles = [], count: _, ...read } = answer;
    expect(articles.map(({ article_ident }) => article_ident)).not.to.include(second.article_ident);
    const copy = await account.client.article.read(second);
    // The version has the second of the last change in it.
    expect(copy).to.deep.equal({ ...read, ...second, version: copy.version });
  });

  it('creates one article for each request, each with its own ident', async () => {
    const requests = Array.from({ length: 50 }, (_, index) =>
      account.client.article.create({ article_title: `No. ${index}` }),
    );

    const idents = (await Promise.all(requests)).map(({ article_ident }) => article_ident);

    expect(new Set(idents)).to.have.property('size', 50);
    expect(await storedRows('articles', account.id)).to.have.length(50);
  });
});
