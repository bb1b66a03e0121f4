import { expect } from 'chai';
import { newAccount } from '../../support/account.ts';
import { type Entry, runBatch } from '../../support/batches.ts';
import { freshAccount } from '../../support/fixtures.ts';
import { storedRows } from '../../support/stored.ts';

const create = (title: string, key?: string): Entry => ({
  method: 'article.create',
  data: { article_title: title },
  ...(key === undefined ? {} : { key }),
});
const read: Entry = { method: 'article.exists', data: { article_ident: 'a' } };
const wrong: Entry = { method: 'article.create', data: {} };

describe('the key of a whole batch', () => {
  const account = freshAccount();
  const send = (...operations: readonly Entry[]) => account.send('batch.run', { operations }, 'whole');
  const expectReused = async (...operations: readonly Entry[]) => {
    const { status, code } = await send(...operations);
    expect({ status, code }).to.deep.equal({ status: 409, code: 'idempotency_key_reused' });
  };
  const count = async () => (await storedRows('articles', account.id)).length;

  const first = {
    'whose entries have keys of their own': [create('Tea', 'a'), create('Coffee', 'b')],
    'one of whose entries has no key': [create('Tea', 'a'), create('Coffee')],
  };
  const second = {
    'whose entries have keys of their own': [create('Milk', 'c'), create('Cream', 'd')],
    'whose entries have the same keys in another order': [create('Coffee', 'b'), create('Tea', 'a')],
    'that only reads': [read],
    'whose entries are all refused at the edge': [wrong, wrong],
    'without keys': [create('Milk'), create('Cream')],
  };
  for (const [before, used] of Object.entries(first))
    for (const [after, operations] of Object.entries(second))
      it(`refuses a batch ${after} after one ${before}`, async () => {
        await send(...used);

        await expectReused(...operations);

        expect(await count()).to.equal(2);
      });

  it('refuses a batch whose entries have keys of their own after a single request', async () => {
    await account.send('article.create', { article_title: 'Tea' }, 'whole');

    await expectReused(create('Milk', 'c'));

    expect(await count()).to.equal(1);
  });

  it('refuses a single request after a batch whose entries have keys of their own', async () => {
    await send(create('Tea', 'a'));

    const { status } = await account.send('article.create', { article_title: 'Tea' }, 'whole');

    expect(status).to.equal(409);
  });

  it('answers the same batch again, from the keys of its entries', async () => {
    const batch = [create('Tea', 'a'), wrong, read, create('Coffee', 'b')];
    const results = await runBatch(account, batch, 'whole');

    expect(await runBatch(account, batch, 'whole')).to.deep.equal(results);
    expect(await count()).to.equal(2);
  });

  it('accepts one of two different batches that are concurrent', async () => {
    const answers = await Promise.all([send(create('Tea', 'a')), send(create('Coffee', 'b'))]);

    expect(answers.map(({ status }) => status)).to.have.members([200, 409]);
    expect(await count()).to.equal(1);
  });

  it('is not remembered where nothing was written: the corrected batch may use it', async () => {
    await send(wrong);
    await send(read);

    expect(await runBatch(account, [create('Tea')], 'whole')).to.have.length(1);
  });

  it('is not shared with another app', async () => {
    const other = await newAccount();
    await send(create('Tea', 'a'));

    const { status } = await other.send('batch.run', { operations: [create('Milk', 'c')] }, 'whole');

    expect(status).to.equal(200);
  });
});
