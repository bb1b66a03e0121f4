import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { articleNumbers, upFrom } from '../support/articles.ts';
import { articleIdent, runBatch, teas } from '../support/batches.ts';
import { freshAccount } from '../support/fixtures.ts';
import { expectHttpRejection } from '../support/httpRejections.ts';
import { post } from '../support/rawRequest.ts';
import { storedRows } from '../support/stored.ts';

const method = 'batch.run';
const mebibyte = 1_048_576;
const tea = { method: 'article.create', data: { article_title: 'Tea' } };
const padded = (bytes: number) => `{"operations":[${JSON.stringify(tea)}]`.padEnd(bytes - 1) + '}';

describe('batch.run', () => {
  const account = freshAccount();
  const articles = () => storedRows('articles', account.id);

  it('runs operations of every resource, and answers in the order sent', async () => {
    const { customer_ident } = await account.client.customer.create({ bill_city: 'Kiel' });
    const { article_ident } = await account.client.article.create({ article_title: 'Tea' });

    const results = await runBatch(account, [
      { method: 'article.read', data: { article_ident } },
      { method: 'customer.update', data: { customer_ident, bill_city: 'Bonn' } },
      { method: 'address.create', data: { customer_ident, delivery_city: 'Ulm' } },
      { method: 'customer.create', data: {} },
      { method: 'article.exists', data: { article_ident } },
    ]);

    expect(results.map(({ response, message }) => [response, message])).to.deep.equal([
      [true, `read article with ident: ${article_ident}`],
      [true, 'customer updated'],
      [true, 'address created'],
      [true, 'customer created'],
      [true, 'article does exist'],
    ]);
    expect(results[0]?.data).to.include({ article_ident, article_title: 'Tea' });
    expect(await storedRows('customers', account.id, { bill_city: 'Bonn' })).to.have.length(1);
    expect(await storedRows('addresses', account.id, { delivery_city: 'Ulm' })).to.have.length(1);
  });

  it('runs 1,000 operations, each once', async () => {
    const results = await runBatch(account, teas(1_000));

    const stored = new Map((await articles()).map((row) => [row.article_ident, row.article_title]));
    expect(results.map((result) => stored.get(articleIdent(result)))).to.deep.equal(
      teas(1_000).map(({ data }) => data.article_title),
    );
    expect(await articleNumbers(account.id)).to.deep.equal(upFrom(10_001, 1_000));
  });

  it('runs several operations on one record', async () => {
    const { customer_ident } = await account.client.customer.create({});
    const update = (fields: object) => ({ method: 'customer.update', data: { customer_ident, ...fields } });

    const results = await runBatch(account, [update({ bill_city: 'Kiel' }), update({ bill_zipcode: 1 })]);

    expect(results.map(({ message }) => message)).to.deep.equal(['customer updated', 'customer updated']);
    const [customer] = await storedRows('customers', account.id);
    expect(customer).to.include({ bill_city: 'Kiel', bill_zipcode: '1' });
  });

  it("answers another account's idents as unknown [account-apart]", async () => {
    const stranger = await newAccount();
    const { article_ident } = await stranger.client.article.create({ article_title: 'Tea' });

    const [deleted, read] = await runBatch(account, [
      { method: 'article.delete', data: { article_ident } },
      { method: 'article.read', data: { article_ident } },
    ]);

    for (const result of [deleted, read])
      expect(result).to.include({ response: false, message: 'article not found' });
    expect(await storedRows('articles', stranger.id)).to.have.length(1);
  });

  it('accepts 8 MiB of body, and not a byte more', async () => {
    expect((await post(account, { method, body: padded(8 * mebibyte) })).status).to.equal(200);
    expectHttpRejection(
      await post(account, { method, body: padded(8 * mebibyte + 1) }),
      'body_too_large',
      method,
    );
    expect(await articles()).to.have.length(1);
  });

  it('does not change the 1 MiB of other operations', async () => {
    const body = '{"article_title":"Tea"'.padEnd(mebibyte) + '}';

    const answer = await post(account, { method: 'article.create', body });

    expectHttpRejection(answer, 'body_too_large', 'article.create');
  });

  it('has an empty X-Svc-Error, whatever its results', async () => {
    const body = '{"operations":[5]}';

    const answer = await post(account, { method, body });

    expect(answer.status).to.equal(200);
    expect(answer.headers).not.to.have.property('x-svc-error');
    expect(JSON.parse(answer.body)).to.deep.equal({
      response: true,
      data: {
        results: [
          {
            response: false,
            data: { code: 'body_malformed' },
            method: '',
            message: 'entry is not a JSON object',
          },
        ],
        codes: ['body_malformed'],
      },
      method,
      message: 'batch finished',
    });
  });
});
