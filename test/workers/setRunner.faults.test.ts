import { expect } from 'chai';
import type { Call } from '../../shared/call.ts';
import type { Database } from '../../workers/database.ts';
import { newAccount, type TestAccount } from '../support/account.ts';
import { articleNumbers, articleRow, upFrom } from '../support/articles.ts';
import { callOf } from '../support/calls.ts';
import { recordEvents } from '../support/events.ts';
import { setRunner } from '../support/setRunners.ts';
import { storedRow, storedRows } from '../support/stored.ts';
import { countUncommitted, withPool, withTransaction } from '../support/transactions.ts';
import { until } from '../support/until.ts';

describe('setRunner faults', () => {
  let account: TestAccount;
  beforeEach(async () => {
    account = await newAccount();
  });

  const create = (changes: Partial<Call> = {}) =>
    callOf('article.create', account.id, { article_title: 'Tea' }, changes);
  const creates = (count: number) => Array.from({ length: count }, () => create());
  /** What no gateway would let through: the database refuses it. */
  const bad = (): Call => {
    const call = create();
    return { ...call, input: { ...call.input, article_title: 'x'.repeat(300) } };
  };
  const articles = () => storedRows('articles', account.id);
  /** An inbox row that is not committed: who wants to write the same one waits in the middle of its transaction. */
  const blockingRow = ({ account: account_id, id }: Call) => ({
    account_id,
    call_id: id,
    reply: '',
    date_created: '2020-01-01',
  });

  for (const places of [[0], [7], [19], [3, 4, 15]]) {
    it(`lets bad calls fail alone, in the places ${places.join(', ')} of 20`, async () => {
      const { tell, told } = recordEvents();
      const calls: Call[] = creates(20);
      for (const place of places) calls[place] = bad();

      const replies = await setRunner('article.create', undefined, tell).run(calls);

      const codes = calls.map((_, at) => (places.includes(at) ? 'internal_error' : ''));
      expect(replies.map((reply) => reply?.code)).to.deep.equal(codes);
      expect(await articleNumbers(account.id)).to.deep.equal(upFrom(10_001, 20 - places.length));
      expect(told('call_failed').map(({ error }) => error.code)).to.deep.equal(
        places.map(() => 'ER_DATA_TOO_LONG'),
      );
    });
  }

  it('remembers nothing of a call that failed', async () => {
    const call = bad();
    await setRunner('article.create').run([call]);

    const [reply] = await setRunner('article.create').run([{ ...call, input: create().input }]);

    expect(reply?.code).to.equal('');
  });

  it('replays a set after a deadlock', async () => {
    const { tell, told } = recordEvents();
    const idents = [(await account.client.article.create({ article_title: 'a' })).article_ident];
    idents.push((await account.client.article.create({ article_title: 'b' })).article_ident);
    const [first, second] = idents as [string, string];
    const updates = idents.map((article_ident) =>
      callOf('article.update', account.id, { article_ident, article_title: 'new' }),
    );

    await withTransaction(async (other) => {
      // The lighter transaction is the one that is given up.
      await other('articles').insert(
        Array.from({ length: 50 }, (_, at) => articleRow(account.id, `heavy ${at}`)),
      );
      await other('articles').where({ account_id: account.id, article_ident: second }).forUpdate();
      const running = setRunner('article.update', undefined, tell).run(updates);
      await until(() => isLocked(first));
      await other('articles').where({ account_id: account.id, article_ident: first }).forUpdate();
      await other.rollback();

      const replies = await running;

      expect(replies.map((reply) => reply?.code)).to.deep.equal(['', '']);
    });
    expect(told('set_replayed').map(({ error }) => error.code)).to.deep.equal(['ER_LOCK_DEADLOCK']);
    expect((await articles()).map(({ article_title }) => article_title)).to.deep.equal(['new', 'new']);
  });

  async function isLocked(article_ident: string): Promise<boolean> {
    let locked = false;
    await withTransaction(async (probe) => {
      const row = probe('articles').where({ account_id: account.id, article_ident });
      locked = (await row.forUpdate().skipLocked()).length === 0;
    });
    return locked;
  }

  it('replays a set after a lock wait time-out, with one effect', async () => {
    const { tell, told } = recordEvents();
    const calls = creates(3);

    await onOneConnection(async (pool) => {
      await pool.raw('SET SESSION innodb_lock_wait_timeout = 1');
      await withTransaction(async (other) => {
        await other('inbox').insert(blockingRow(calls[1] as Call));
        const running = setRunner('article.create', pool, tell).run(calls);
        await until(() => told('set_replayed').length > 0);
        await other.rollback();

        const replies = await running;

        expect(replies.map((reply) => reply?.code)).to.deep.equal(['', '', '']);
      });
    });
    expect(told('set_replayed')[0]?.error.code).to.equal('ER_LOCK_WAIT_TIMEOUT');
    expect(await articles()).to.have.length(3);
  });

  for (const kill of ['KILL', 'KILL QUERY']) {
    it(`replays a set in whose middle came ${kill}, with one effect`, async () => {
      const { tell, told } = recordEvents();
      const calls = creates(3);

      await onOneConnection(async (pool) => {
        const [[connection]] = await pool.raw('SELECT CONNECTION_ID() AS id');
        await withTransaction(async (other) => {
          await other('inbox').insert(blockingRow(calls[1] as Call));
          const running = setRunner('article.create', pool, tell).run(calls);
          await until(async () => (await countUncommitted(account.id)) === 3);
          await other.raw(`${kill} ${connection.id}`);
          await until(() => told('set_replayed').length > 0);
          await other.rollback();

          const replies = await running;

          expect(replies.map((reply) => reply?.code)).to.deep.equal(['', '', '']);
        });
      });
      expect(await articleNumbers(account.id)).to.deep.equal([10_001, 10_002, 10_003]);
    });
  }

  const onOneConnection = (work: (pool: Database) => Promise<void>) => withPool(1, work);

  it('answers from the inbox when the transaction that it waited for was the same call', async () => {
    const [call] = creates(1) as [Call];

    await withTransaction(async (other) => {
      await other('inbox').insert({ ...blockingRow(call), reply: '\n{"from":"the other"}' });
      const running = setRunner('article.create').run([call]);
      await until(async () => (await countUncommitted(account.id)) === 1);
      await other.commit();

      expect(await running).to.deep.equal([{ code: '', envelope: '{"from":"the other"}' }]);
    });
    expect(await articles()).to.have.length(0);
  });

  it('drops calls whose deadline passes while a set is replayed', async () => {
    const { tell, told } = recordEvents();
    const [waiting, patient] = [create({ deadline: Date.now() + 600 }), create()];

    await onOneConnection(async (pool) => {
      await pool.raw('SET SESSION innodb_lock_wait_timeout = 1');
      await withTransaction(async (other) => {
        await other('inbox').insert(blockingRow(patient));
        const running = setRunner('article.create', pool, tell).run([waiting, patient]);
        await until(() => told('calls_expired').length > 0);
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
