import { expect } from 'chai';
import type { Call } from '../../../shared/wire/call.ts';
import { articleNumbers, upFrom } from '../../support/articles.ts';
import { callOf } from '../../support/calls.ts';
import { recordEvents } from '../../support/events.ts';
import { freshAccount } from '../../support/fixtures.ts';
import { doneWith } from '../../support/replies.ts';
import { setRunner } from '../../support/setRunners.ts';
import { storedRow, storedRows } from '../../support/stored.ts';
import { countUncommitted, inboxRow, withPool, withTransaction } from '../../support/transactions.ts';
import { until } from '../../support/until.ts';

describe('setRunner faults', () => {
  const account = freshAccount();

  const create = (changes: Partial<Call> = {}) =>
    callOf('article.create', account.id, { article_title: 'Tea' }, changes);
  const creates = (count: number) => Array.from({ length: count }, () => create());
  /** A call that no gateway accepts: the database refuses it. */
  const bad = (): Call => {
    const call = create();
    return { ...call, input: { ...call.input, article_title: 'x'.repeat(300) } };
  };
  const articles = () => storedRows('articles', account.id);

  for (const places of [[0], [7], [19], [3, 4, 15]]) {
    it(`lets bad calls fail alone, in the places ${places.join(', ')} of 20 [status-500]`, async () => {
      const { emit, emitted } = recordEvents();
      const calls: Call[] = creates(20);
      for (const place of places) calls[place] = bad();

      const replies = await setRunner('article.create', undefined, emit).run(calls);

      const codes = calls.map((_, index) => (places.includes(index) ? 'internal_error' : ''));
      expect(replies.map((reply) => reply?.code)).to.deep.equal(codes);
      expect(await articleNumbers(account.id)).to.deep.equal(upFrom(10_001, 20 - places.length));
      expect(emitted('call_failed').map(({ error }) => error.code)).to.deep.equal(
        places.map(() => 'ER_DATA_TOO_LONG'),
      );
    });
  }

  it('remembers nothing of a call that failed [status-500]', async () => {
    const call = bad();
    await setRunner('article.create').run([call]);

    const [reply] = await setRunner('article.create').run([{ ...call, input: create().input }]);

    expect(reply?.code).to.equal('');
  });

  it('answers from the inbox when the transaction that it waited for was the same call', async () => {
    const [call] = creates(1) as [Call];

    await withTransaction(async (other) => {
      await other('inbox').insert({ ...inboxRow(call), reply: '\n{"from":"the other"}' });
      const running = setRunner('article.create').run([call]);
      await until(async () => (await countUncommitted(account.id)) === 1);
      await other.commit();

      expect(await running).to.deep.equal([doneWith('{"from":"the other"}')]);
    });
    expect(await articles()).to.have.length(0);
  });

  it('drops calls whose deadline passes while a set is replayed', async () => {
    const { emit, emitted } = recordEvents();
    const [waiting, patient] = [create({ deadline: Date.now() + 600 }), create()];

    await withPool(1, async (pool) => {
      await pool.raw('SET SESSION innodb_lock_wait_timeout = 1');
      await withTransaction(async (other) => {
        await other('inbox').insert(inboxRow(patient));
        const running = setRunner('article.create', pool, emit).run([waiting, patient]);
        await until(() => emitted('calls_expired').length > 0);
        await other.rollback();

        const replies = await running;

        expect(replies.map((reply) => reply?.code)).to.deep.equal([undefined, '']);
      });
    });
    expect(await storedRow('articles', account.id, {})).to.include({
      article_ident: patient.input.article_ident,
    });
  });
});
