import { expect } from 'chai';
import type { Call } from '../../../shared/wire/call.ts';
import { callOf } from '../../support/calls.ts';
import { GatedSets } from '../../support/gatedSets.ts';
import { doneWith } from '../../support/replies.ts';

const creates = (count: number, changes: Partial<Call> = {}) =>
  Array.from({ length: count }, () => callOf('article.create', 1, { article_title: 'Tea' }, changes));
const update = (article_ident: string, account = 1) =>
  callOf('article.update', account, { article_ident, article_title: 'Tea' });
const reads = (count: number) =>
  Array.from({ length: count }, () => callOf('article.read', 1, { article_ident: 'art_1' }));

describe('coalescer', () => {
  it('runs a call that comes alone at once', () => {
    const sets = new GatedSets('article.create');
    const [call] = creates(1);

    sets.add(call as Call);

    expect(sets.startedAt).to.deep.equal([[call]]);
  });

  it('runs the calls of a job as one set', () => {
    const sets = new GatedSets('article.create');
    const calls = creates(10);

    sets.add(...calls);

    expect(sets.startedAt).to.deep.equal([calls]);
  });

  it('runs calls that arrive while a set is in flight together as the next set, in the order of arrival', async () => {
    const sets = new GatedSets('article.create');
    sets.add(...creates(1));
    const waiting = creates(30);
    for (const call of waiting) sets.add(call);
    expect(sets.sizes).to.deep.equal([1]);

    await sets.end(0);

    expect(sets.startedAt[1]).to.deep.equal(waiting);
    expect(sets.sizes).to.deep.equal([1, 30]);
  });

  it('includes calls of every account in a set that has no room for all [account-share]', async () => {
    const sets = new GatedSets('article.create');
    sets.add(...creates(1));
    const others = [2, 3].map((account) => callOf('article.create', account, { article_title: 'Tea' }));
    sets.add(...creates(600), ...others);

    await sets.end(0);

    expect(sets.sizes).to.deep.equal([1, 256]);
    expect(sets.startedAt[1]).to.include.members(others);
  });

  it('runs one writing set at a time', async () => {
    const sets = new GatedSets('article.create');
    sets.add(...creates(1));
    sets.add(...creates(300));
    expect(sets.sizes).to.deep.equal([1]);

    await sets.end(0);
    expect(sets.sizes).to.deep.equal([1, 256]);

    await sets.end(1);
    expect(sets.sizes).to.deep.equal([1, 256, 44]);
  });

  it('runs larger writing sets of batches, and no larger reading ones', async () => {
    const writes = new GatedSets('article.create', undefined, 'bulk');
    writes.add(...creates(1));
    writes.add(...creates(600));
    await writes.end(0);
    expect(writes.sizes).to.deep.equal([1, 512]);

    const bulkReads = new GatedSets('article.read', undefined, 'bulk');
    bulkReads.add(...reads(600));
    expect(bulkReads.sizes).to.deep.equal([256]);
  });

  it('runs two reading sets at a time', async () => {
    const sets = new GatedSets('article.read');
    for (const call of reads(10)) sets.add(call);
    expect(sets.sizes).to.deep.equal([1, 1]);

    await sets.end(1);

    expect(sets.sizes).to.deep.equal([1, 1, 8]);
  });

  it('leaves nothing waiting', async () => {
    const sets = new GatedSets('article.create');
    const calls = creates(700);
    for (let index = 0; index < calls.length; index += 7) sets.add(...calls.slice(index, index + 7));

    for (let index = 0; sets.settled.size < calls.length; index += 1) await sets.end(index);

    expect(new Set(sets.startedAt.flat())).to.deep.equal(new Set(calls));
    expect(sets.startedAt.flat()).to.have.length(700);
  });

  it('runs one call for each record in a writing set, the others later and in order', async () => {
    const sets = new GatedSets('article.update');
    const [a1, a2, a3, b1, b2] = ['art_a', 'art_a', 'art_a', 'art_b', 'art_b'].map((ident) =>
      update(ident),
    ) as [Call, Call, Call, Call, Call];

    sets.add(a1, a2, b1, a3, b2);
    await sets.end(0);
    await sets.end(1);

    expect(sets.startedAt).to.deep.equal([[a1, b1], [a2, b2], [a3]]);
  });

  it('treats the same ident of another account as another record', () => {
    const sets = new GatedSets('article.update');
    const calls = [update('art_a', 1), update('art_a', 2), update('art_a', 11)];

    sets.add(...calls);

    expect(sets.startedAt).to.deep.equal([calls]);
  });

  it('runs many calls on one record in a reading set', () => {
    const sets = new GatedSets('article.read');
    const calls = reads(20);

    sets.add(...calls);

    expect(sets.startedAt).to.deep.equal([calls]);
  });

  it('never runs the same idempotency key twice in a set', async () => {
    const sets = new GatedSets('article.create');
    const [first, repeated] = creates(2, { key: 'key-1' }) as [Call, Call];
    const [other] = creates(1, { key: 'key-2' }) as [Call];

    sets.add(first, repeated, other);
    await sets.end(0);

    expect(sets.startedAt).to.deep.equal([[first, other], [repeated]]);
  });

  it('never runs the same call twice in a set', async () => {
    const sets = new GatedSets('article.create');
    const [call] = creates(1) as [Call];

    sets.add(call, call);
    await sets.end(0);

    expect(sets.startedAt).to.deep.equal([[call], [call]]);
  });

  it('distinguishes the same idempotency key of two accounts', () => {
    const sets = new GatedSets('article.create');
    const calls = [1, 2].flatMap((account) => creates(1, { key: 'key-1', account }));

    sets.add(...calls);

    expect(sets.startedAt).to.deep.equal([calls]);
  });

  it('gives each call its own reply, as soon as its set has ended', async () => {
    const sets = new GatedSets('article.read', ({ id }) => doneWith(id));
    const [first, second] = [reads(3), reads(2)];
    sets.add(...first);
    sets.add(...second);

    await sets.end(1);
    expect([...sets.settled.keys()]).to.deep.equal(second);

    await sets.end(0);
    expect(sets.settled.size).to.equal(5);
    for (const [call, reply] of sets.settled) expect(reply).to.deep.equal(doneWith(call.id));
  });

  it('ends a call that has expired too', async () => {
    const sets = new GatedSets('article.create', () => 'expired');
    const calls = creates(2);
    sets.add(...calls);

    await sets.end(0);

    expect([...sets.settled]).to.deep.equal(calls.map((call) => [call, 'expired']));
  });
});
