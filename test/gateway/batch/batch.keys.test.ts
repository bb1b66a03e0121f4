import { expect } from 'chai';
import { articleIdent, type Entry, runBatch, teas } from '../../support/batches.ts';
import { freshAccount } from '../../support/fixtures.ts';
import { storedRows } from '../../support/stored.ts';

const reused = 'idempotency key was used for another request';
const keyed = (key: string, title = 'Tea'): Entry => ({
  method: 'article.create',
  data: { article_title: title },
  key,
});

describe('keys of batch.run', () => {
  const account = freshAccount();
  const count = async () => (await storedRows('articles', account.id)).length;

  it('make a repeated batch safe: the same answers, no duplicates', async () => {
    const first = await runBatch(account, teas(300), 'whole');

    const second = await runBatch(account, teas(300), 'whole');

    expect(second).to.deep.equal(first);
    expect(await count()).to.equal(300);
  });

  it('make concurrent batches safe (300 entries)', async () => {
    const batches = await Promise.all([1, 2, 3].map(() => runBatch(account, teas(100), 'whole')));

    expect(batches[1]).to.deep.equal(batches[0]);
    expect(batches[2]).to.deep.equal(batches[0]);
    expect(await count()).to.equal(100);
  });

  it('of the request differ by the index of the entry', async () => {
    const same = { method: 'article.create', data: { article_title: 'Tea' } };

    // The first one carries the key of the request itself.
    const results = await runBatch(account, [same, same, same], 'whole');

    expect(new Set(results.map(articleIdent)).size).to.equal(3);
    expect(await count()).to.equal(3);
  });

  it('of the request refuse another batch of any length, without any effect', async () => {
    await runBatch(
      account,
      [{ method: 'article.exists', data: { article_ident: 'a' } }, ...teas(2)],
      'whole',
    );

    for (const operations of [teas(2, { article_sku: 'S' }), teas(5), teas(1)]) {
      const { status, code, envelope } = await account.send('batch.run', { operations }, 'whole');
      expect({ status, code, message: envelope.message }).to.deep.equal({
        status: 409,
        code: 'idempotency_key_reused',
        message: reused,
      });
    }
    expect(await count()).to.equal(2);
  });

  it('of the request are shared with single requests', async () => {
    await account.send('article.create', { article_title: 'Tea' }, 'single');
    await runBatch(account, teas(2), 'whole');

    const batch = await account.send('batch.run', { operations: teas(2) }, 'single');
    const single = await account.send('article.create', { article_title: 'Tea' }, 'whole');

    expect([batch, single].map(({ status }) => status)).to.deep.equal([409, 409]);
    expect(await count()).to.equal(3);
  });

  it('of the request are not shared with other requests', async () => {
    await account.send('article.create', { article_title: 'Tea' }, 'one');
    await runBatch(account, teas(2), 'another');

    await runBatch(account, teas(2), 'third');

    expect(await count()).to.equal(5);
  });

  it('of an entry hold wherever it is repeated', async () => {
    const [first] = await runBatch(account, [keyed('a')], 'whole');

    const results = await runBatch(account, [keyed('b'), keyed('a')]);

    expect(results[1]).to.deep.equal(first);
    expect(await count()).to.equal(2);
  });

  it('of an entry are shared with single requests', async () => {
    const { data } = keyed('a');
    const single = await account.send('article.create', data, 'a');

    const [result, other] = await runBatch(account, [keyed('a'), keyed('a', 'Coffee')]);

    expect(result).to.deep.equal(single.envelope);
    const reusedData = { code: 'idempotency_key_reused' };
    expect(other).to.deep.equal({
      response: false,
      data: reusedData,
      method: 'article.create',
      message: reused,
    });
    expect(await count()).to.equal(1);
  });

  it('that are the same in one batch have one effect', async () => {
    const results = await runBatch(account, [keyed('a'), keyed('b'), keyed('a')]);

    expect(results[2]).to.deep.equal(results[0]);
    expect(results[1]).not.to.deep.equal(results[0]);
    expect(await count()).to.equal(2);
  });

  it('that are the same in one batch with other data: one of them is refused', async () => {
    const results = await runBatch(account, [keyed('a'), keyed('a', 'Coffee')]);

    expect(results.map(({ message }) => message)).to.have.members(['article created', reused]);
    expect(await count()).to.equal(1);
  });

  it('work with data that is nested too deeply to be serialized', async () => {
    const deep = `{"article_title":"Tea","sales":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`;
    const body = `{"operations":[{"method":"article.create","key":"a","data":${deep}}]}`;

    const { envelope } = await account.send('batch.run', body);

    expect(envelope.data).to.have.nested.property('results[0].message', 'article created');
  });
});
