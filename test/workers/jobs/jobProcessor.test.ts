import { expect } from 'chai';
import type { Call } from '../../../shared/wire/call.ts';
import { startWorker, type Worker } from '../../../workers/worker.ts';
import { callOf } from '../../support/calls.ts';
import { workerSettings } from '../../support/cluster.ts';
import { recordEvents } from '../../support/events.ts';
import { freshAccount } from '../../support/fixtures.ts';
import { TestQueue } from '../../support/queues.ts';
import { storedRows } from '../../support/stored.ts';
import { withTransaction } from '../../support/transactions.ts';
import { until } from '../../support/until.ts';
import { isStatementRunning } from '../../support/waiting.ts';

const redis = 11;

describe('worker jobs', () => {
  let queue: TestQueue;
  let workers: Worker[];
  const account = freshAccount();
  beforeEach(async () => {
    queue = new TestQueue('article', redis);
    workers = [];
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await queue.close();
  });

  const start = async (concurrency = 64) => {
    const { emit, emitted } = recordEvents();
    workers.push(await startWorker(['article'], { ...workerSettings(redis), concurrency }, emit));
    return emitted;
  };
  const creates = (count: number) =>
    Array.from({ length: count }, () => callOf('article.create', account.id, { article_title: 'Tea' }));
  const replies = async () => (await queue.entries()).flat();
  const repliesTo = async ({ id }: Call) =>
    (await replies()).filter(([to]) => to === id).map(([, reply]) => reply);
  const articles = () => storedRows('articles', account.id);

  it('are answered with one reply for each call', async () => {
    await start();
    const calls = creates(30);

    await queue.add(calls);
    await until(() => queue.isDone());

    expect((await replies()).map(([id]) => id).toSorted()).to.deep.equal(
      calls.map(({ id }) => id).toSorted(),
    );
    expect(await articles()).to.have.length(30);
  });

  it('are answered before they are done', async () => {
    await start();
    await queue.add(creates(5), 20);

    await until(() => queue.isDone());

    expect(await replies()).to.have.length(100);
  });

  it('run once and answer the same when they are delivered twice', async () => {
    await start();
    const calls = creates(10);
    await queue.add(calls);
    await until(() => queue.isDone());

    await queue.add(calls);
    await until(() => queue.isDone());

    expect(await articles()).to.have.length(10);
    for (const call of calls) {
      const [first, second, ...others] = await repliesTo(call);
      expect(first?.code).to.equal('');
      expect(second).to.deep.equal(first);
      expect(others).to.have.length(0);
    }
  });

  it('run once and answer the same when they are delivered to two workers at once', async () => {
    const emitted = [await start(1), await start(1)];
    const calls = creates(10);

    await withTransaction(async (other) => {
      await other('number_sequences').where({ account_id: account.id }).forUpdate();
      await queue.add(calls, 2);
      await until(async () => (await queue.counts()).active === 2);
    });
    await until(() => queue.isDone());

    expect(emitted.map((of) => of('set').length)).to.deep.equal([1, 1]);
    expect(await articles()).to.have.length(10);
    for (const call of calls) {
      const [first, second] = await repliesTo(call);
      expect(first?.code).to.equal('');
      expect(second).to.deep.equal(first);
    }
  });

  it('are divided into the sets of their operations', async () => {
    const emitted = await start();
    const { article_ident } = await account.client.article.create({ article_title: 'Tea' });
    const reads = [1, 2, 3].map(() => callOf('article.read', account.id, { article_ident }));

    await queue.add([
      ...creates(4),
      ...reads,
      callOf('article.delete', account.id, { article_ident: 'art_unknown' }),
    ]);
    await until(() => queue.isDone());

    const sets = emitted('set').map(({ method, calls }) => `${method} ${calls}`);
    expect(sets.toSorted()).to.deep.equal(['article.create 4', 'article.delete 1', 'article.read 3']);
    expect(await replies()).to.have.length(8);
  });

  it('become one set when they wait together', async () => {
    const emitted = await start();
    const waitTogether = async () => {
      const startedAt = performance.now();
      const before = emitted('set').length;
      await withTransaction(async (other) => {
        await other('number_sequences').where({ account_id: account.id }).forUpdate();
        // A set is in flight and waits for the lock; later calls wait behind it.
        await queue.add(creates(1));
        await until(() => isStatementRunning('%number_sequences%for update'));
        await Promise.all(creates(40).map((call) => queue.add([call])));
        await until(async () => (await queue.counts()).active === 41);
      });
      const lockedMs = performance.now() - startedAt;
      await until(() => queue.isDone());
      const sets = emitted('set').slice(before);
      return { lockedMs, sizes: sets.map(({ calls }) => calls) };
    };

    let waited = await waitTogether();
    // After a second, the time-out of the lock divides what waits.
    while (waited.lockedMs > 1_000) waited = await waitTogether();

    expect(waited.sizes).to.deep.equal([1, 40]);
    expect((await articles()).length % 41).to.equal(0);
  });

  it('are done without a reply when their calls have expired', async () => {
    const emitted = await start();
    const expired = callOf(
      'article.create',
      account.id,
      { article_title: 'Tea' },
      { deadline: Date.now() - 1 },
    );

    await queue.add([expired]);
    await until(async () => emitted('set').length === 1 && (await queue.isDone()));

    expect(await replies()).to.have.length(0);
    expect(await articles()).to.have.length(0);
    expect((await queue.counts()).failed).to.equal(0);
  });

  it("fail if their replies can't be sent, and are answered when they come again", async () => {
    const emitted = await start();
    const lost = new TestQueue('article', redis);
    await lost.refuseReplies();
    const calls = creates(3);

    await lost.add(calls);
    await until(() => emitted('job_failed').length === 1);
    await queue.add(calls);
    await until(() => queue.isDone());

    expect((await replies()).map(([, { code }]) => code)).to.deep.equal(['', '', '']);
    expect(await articles()).to.have.length(3);
    await lost.close();
  });

  it('answer calls of another resource as failed, and the others as usual', async () => {
    const emitted = await start();
    const stranger = callOf('customer.create', account.id, {});
    const [create] = creates(1) as [Call];

    await queue.add([stranger, create]);
    await until(() => queue.isDone());

    expect((await repliesTo(stranger)).map(({ code }) => code)).to.deep.equal(['internal_error']);
    expect((await repliesTo(create)).map(({ code }) => code)).to.deep.equal(['']);
    expect(emitted('call_failed').map(({ callId }) => callId)).to.deep.equal([stranger.id]);
    expect(await storedRows('customers', account.id)).to.have.length(0);
  });
});
