import { expect } from 'chai';
import type { Call } from '../../../shared/wire/call.ts';
import type { Reply } from '../../../shared/wire/envelope.ts';
import { newAccount } from '../../support/account.ts';
import { callOf } from '../../support/calls.ts';
import { recordEvents } from '../../support/events.ts';
import { freshAccount } from '../../support/fixtures.ts';
import { envelopeOf } from '../../support/replies.ts';
import { setRunner } from '../../support/setRunners.ts';
import { storedRow, storedRows } from '../../support/stored.ts';

describe('setRunner', () => {
  const account = freshAccount();

  const create = (changes: Partial<Call> = {}, fields: object = {}) =>
    callOf('article.create', account.id, { article_title: 'Tea', ...fields }, changes);
  const creates = (count: number) => Array.from({ length: count }, () => create());
  const dataOf = (reply: Reply | undefined) => envelopeOf(reply).data;
  const articles = () => storedRows('articles', account.id);

  it('answers each call of a set in its place', async () => {
    const calls = creates(20);

    const replies = await setRunner('article.create').run(calls);

    expect(replies.map(dataOf)).to.deep.equal(
      calls.map(({ input }) => ({ article_ident: input.article_ident })),
    );
    expect(await articles()).to.have.length(20);
  });

  it('runs a call once for any number of deliveries, with the same answer [one-effect]', async () => {
    const call = create();
    const [first] = await setRunner('article.create').run([call]);

    const again = await setRunner('article.create').run([call]);

    expect(again).to.deep.equal([first]);
    expect(await articles()).to.have.length(1);
  });

  it('answers calls that ran before from the inbox, and runs the others', async () => {
    const known = creates(5);
    const first = await setRunner('article.create').run(known);
    const fresh = creates(5);
    const mixed = known.flatMap((call, index) => [call, fresh[index] as Call]);

    const replies = await setRunner('article.create').run(mixed);

    expect(replies.filter((_, index) => index % 2 === 0)).to.deep.equal(first);
    expect(replies.every((reply) => reply?.code === '')).to.equal(true);
    expect(await articles()).to.have.length(10);
  });

  it('runs a call once if two runners get it at once [one-effect]', async () => {
    const calls = creates(20);

    const [one, other] = await Promise.all([
      setRunner('article.create').run(calls),
      setRunner('article.create').run(calls),
    ]);

    expect(one).to.deep.equal(other);
    expect(one.every((reply) => reply?.code === '')).to.equal(true);
    expect(await articles()).to.have.length(20);
  });

  it('runs a call once if two runners get it at once in another order', async () => {
    const calls = creates(20);

    const [one, other] = await Promise.all([
      setRunner('article.create').run(calls),
      setRunner('article.create').run(calls.toReversed()),
    ]);

    expect(one).to.deep.equal(other.toReversed());
    expect(await articles()).to.have.length(20);
  });

  it('deletes once and answers the same to both deliveries', async () => {
    const { article_ident } = await account.client.article.create({ article_title: 'Tea' });
    const call = callOf('article.delete', account.id, { article_ident });

    const replies = await Promise.all([1, 2, 3].map(() => setRunner('article.delete').run([call])));

    expect(replies.map(([reply]) => reply?.code)).to.deep.equal(['', '', '']);
  });

  it('does not repeat an update over a later one', async () => {
    const { article_ident } = await account.client.article.create({ article_title: 'Tea' });
    const update = (article_title: string) =>
      callOf('article.update', account.id, { article_ident, article_title });
    const former = update('former');
    const [first] = await setRunner('article.update').run([former]);
    await setRunner('article.update').run([update('latter')]);

    const again = await setRunner('article.update').run([former]);

    expect(again).to.deep.equal([first]);
    expect(await storedRow('articles', account.id, { article_ident })).to.include({
      article_title: 'latter',
    });
  });

  it('remembers a refusal', async () => {
    const { article_ident } = await account.client.article.create({ article_title: 'Tea' });
    const taken = await account.client.article.create({ article_title: 'Tea', article_nr: 'A-1' });
    const call = callOf('article.update', account.id, {
      article_ident,
      validate: 'article_nr',
      article_nr: 'A-1',
    });
    const [refusal] = await setRunner('article.update').run([call]);
    await account.client.article.delete(taken);

    const again = await setRunner('article.update').run([call]);

    expect(refusal?.code).to.equal('value_exists');
    expect(again).to.deep.equal([refusal]);
    expect(await storedRow('articles', account.id, { article_ident })).not.to.include({ article_nr: 'A-1' });
  });

  it('recognizes a call by its idempotency key, whatever its id', async () => {
    const same = { key: 'key-1', fingerprint: 'same' };
    const [first] = await setRunner('article.create').run([create(same)]);

    const again = await setRunner('article.create').run([create(same)]);

    expect(again).to.deep.equal([{ ...first, replayed: true }]);
    expect(await articles()).to.have.length(1);
  });

  it('refuses an idempotency key that comes again with another fingerprint', async () => {
    await setRunner('article.create').run([create({ key: 'key-1', fingerprint: 'one' })]);

    const replies = await setRunner('article.create').run([
      create({ key: 'key-1', fingerprint: 'other' }),
      create(),
    ]);

    expect(replies.map((reply) => reply?.code)).to.deep.equal(['idempotency_key_reused', '']);
    expect(await articles()).to.have.length(2);
  });

  it('distinguishes the same idempotency key of two accounts', async () => {
    const stranger = await newAccount();
    const theirs = callOf(
      'article.create',
      stranger.id,
      { article_title: 'Tea' },
      { key: 'key-1', fingerprint: 'one' },
    );
    await setRunner('article.create').run([theirs]);

    const replies = await setRunner('article.create').run([create({ key: 'key-1', fingerprint: 'other' })]);

    expect(replies.map((reply) => reply?.code)).to.deep.equal(['']);
  });

  it('does not remember reads', async () => {
    const { article_ident } = await account.client.article.create({ article_title: 'Tea' });
    const remembered = (await storedRows('inbox', account.id)).length;
    const call = callOf('article.read', account.id, { article_ident });
    await setRunner('article.read').run([call]);
    await account.client.article.update({ article_ident, article_title: 'Coffee' });

    const [reply] = await setRunner('article.read').run([call]);

    expect(dataOf(reply)).to.include({ article_title: 'Coffee' });
    expect(await storedRows('inbox', account.id)).to.have.length(remembered + 1);
  });

  it('drops calls whose deadline has passed, and runs the others', async () => {
    const { emit, emitted } = recordEvents();
    const expired = { deadline: Date.now() - 1 };

    const replies = await setRunner('article.create', undefined, emit).run([
      create(expired),
      create(),
      create(expired),
    ]);

    expect(replies.map((reply) => reply?.code)).to.deep.equal([undefined, '', undefined]);
    expect(await articles()).to.have.length(1);
    expect(emitted('calls_expired')).to.deep.equal([{ method: 'article.create', calls: 2 }]);
  });

  it('drops a set of only expired calls', async () => {
    const replies = await setRunner('article.create').run([create({ deadline: Date.now() - 1 })]);

    expect(replies).to.deep.equal([undefined]);
    expect(await storedRows('inbox', account.id)).to.have.length(0);
  });
});
