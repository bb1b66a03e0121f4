import { expect } from 'chai';
import type { Call } from '../../../shared/wire/call.ts';
import { Inbox } from '../../../workers/stores/inbox.ts';
import { callOf } from '../../support/calls.ts';
import { freshAccount } from '../../support/fixtures.ts';
import { longAgo } from '../../support/inboxRows.ts';
import { database } from '../../support/servers.ts';
import { setRunner } from '../../support/setRunners.ts';
import { storedRow, storedRows } from '../../support/stored.ts';

const minuteMs = 60_000;

describe('inbox', () => {
  const account = freshAccount();

  const create = (changes: Partial<Call> = {}) =>
    callOf('article.create', account.id, { article_title: 'Tea' }, changes);
  const run = async (call: Call) => (await setRunner('article.create').run([call]))[0];
  const articles = () => storedRows('articles', account.id);
  const minutesLeft = async (call_id: string) => {
    const { date_expires } = await storedRow('inbox', account.id, { call_id });
    return Math.round((Date.parse(`${String(date_expires)}Z`) - Date.now()) / minuteMs);
  };
  /** Lets the calls of the account expire. */
  const forget = async () => {
    await database()('inbox').where({ account_id: account.id }).update({ date_expires: longAgo });
    await new Inbox(database()).removeExpired(1_000);
    expect(await storedRows('inbox', account.id)).to.have.length(0);
  };

  it('keeps calls with a key for 25 hours and the others of their set for one [key-repeat]', async () => {
    const keyed = create({ key: 'key-1', fingerprint: 'one' });
    const plain = create();

    await setRunner('article.create').run([keyed, plain]);

    expect(await minutesLeft('key-1')).to.be.within(25 * 60 - 1, 25 * 60);
    expect(await minutesLeft(plain.id)).to.be.within(59, 60);
  });

  it('uses the clock of the database, whatever the clock of the worker says', async () => {
    const key = create({ key: 'key-1', fingerprint: 'one' });
    const now = Date.now;
    Date.now = () => now() + 30 * 60 * minuteMs;
    try {
      await run({ ...key, deadline: Date.now() + 10_000 });
      await new Inbox(database()).removeExpired(1_000);
    } finally {
      Date.now = now;
    }

    expect(await minutesLeft('key-1')).to.be.within(25 * 60 - 1, 25 * 60);
  });

  it('keeps refusals as long as successes', async () => {
    const refused = callOf(
      'article.delete',
      account.id,
      { article_ident: 'art_unknown' },
      { key: 'key-1', fingerprint: 'one' },
    );

    await setRunner('article.delete').run([refused]);

    expect(await minutesLeft('key-1')).to.be.within(25 * 60 - 1, 25 * 60);
  });

  it('needs no expired call without a key: a late delivery has no effect', async () => {
    const call = create();
    await run(call);
    await forget();

    const reply = await run({ ...call, deadline: Date.now() - 1 });

    expect(reply).to.equal(undefined);
    expect(await articles()).to.have.length(1);
  });

  it('marks the answer to another request with the key, and not that to a second delivery of the first one', async () => {
    const first = create({ key: 'key-1', fingerprint: 'one' });
    await run(first);

    expect(await run(first))
      .to.include({ kind: 'done' })
      .and.not.have.property('replayed');
    expect(await run(create({ key: 'key-1', fingerprint: 'one' }))).to.include({
      kind: 'done',
      replayed: true,
    });
  });

  it('treats an expired key as a new one', async () => {
    const first = await run(create({ key: 'key-1', fingerprint: 'one' }));
    await forget();

    const again = await run(create({ key: 'key-1', fingerprint: 'other' }));

    expect(again?.code).to.equal('');
    expect(again).not.to.deep.equal(first);
    expect(await articles()).to.have.length(2);
  });
});
