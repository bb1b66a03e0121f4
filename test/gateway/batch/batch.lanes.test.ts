import { expect } from 'chai';
import { resources } from '../../../shared/contract/operations/operation.ts';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import type { Lane } from '../../../shared/wire/queues.ts';
import { startWorker, type Worker } from '../../../workers/worker.ts';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { runBatch, teas } from '../../support/batches.ts';
import { type Cluster, startCluster, workerSettings } from '../../support/cluster.ts';
import { expectHttpRejection } from '../../support/httpRejections.ts';
import { TestQueue } from '../../support/queues.ts';
import { post } from '../../support/rawRequest.ts';
import { storedRows } from '../../support/stored.ts';
import { until } from '../../support/until.ts';
import { watched } from '../../support/waiting.ts';

const redis = 9;
const usualDeadlineMs = 10_000;
const shortDeadlineMs = 2_000;
const batchOf = (count: number) => ({
  method: 'batch.run',
  body: JSON.stringify({ operations: teas(count) }),
});

describe('lanes (starts workers)', () => {
  let callDeadlineMs = usualDeadlineMs;
  let cluster: Cluster;
  let account: TestAccount;
  let bulk: TestQueue;
  let single: TestQueue;
  let workers: Worker[];
  beforeEach(async () => {
    cluster = await startCluster({ redis, resources: ['account'], callDeadlineMs });
    account = await newAccount({}, cluster);
    bulk = new TestQueue('article', redis, 'bulk');
    single = new TestQueue('article', redis);
    workers = [];
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await cluster.stop();
    await bulk.close();
    await single.close();
  });

  const port = () => cluster.gateways[0]?.port;
  const start = async (...lanes: readonly Lane[]) => {
    const worker = await startWorker(resources, { ...workerSettings(redis), lanes }, ignoreEvents);
    await post(account, { verb: 'GET', path: '/readyz' }, port()); // for which the gateway looks for workers
    return worker;
  };
  const serve = async (...lanes: readonly Lane[]) => {
    workers.push(await start(...lanes));
  };
  /** Calls of a lane whose worker has just stopped wait for another one; those of a lane that long had none are refused. */
  const stopServing = async (lane: Lane) => (await start(lane)).stop();
  const create = () => account.send('article.create', { article_title: 'Tea' });
  const articles = () => storedRows('articles', account.id);

  it('let single calls through while nobody serves batches [batches-apart]', async () => {
    await serve('interactive');
    await stopServing('bulk');
    const batch = watched(post(account, batchOf(10), port()));
    await until(async () => batch.isSettled() || (await bulk.waiting()).length > 0);

    expect(await create()).to.include({ status: 200 });

    expect(batch.isSettled()).to.equal(false);
    await serve('bulk');
    expect(await batch.promise).to.include({ status: 200 });
    expect(await articles()).to.have.length(11);
  });

  it('let batches through while nobody serves single calls [batches-apart]', async () => {
    await serve('bulk');
    await stopServing('interactive');
    const call = watched(create());
    await until(async () => call.isSettled() || (await single.waiting()).length > 0);

    expect(await runBatch(account, teas(10))).to.have.length(10);

    expect(call.isSettled()).to.equal(false);
    await serve('interactive');
    expect(await call.promise).to.include({ status: 200 });
  });

  describe('without a worker until the deadline (waits for it)', () => {
    before(() => {
      callDeadlineMs = shortDeadlineMs;
    });
    after(() => {
      callDeadlineMs = usualDeadlineMs;
    });

    it('keep nobody waiting beyond the deadline: the outcome of the whole batch is unknown', async () => {
      await serve('interactive');
      await create();
      await stopServing('bulk');
      const startedAt = performance.now();

      const answer = await post(account, batchOf(10), port());

      expectHttpRejection(answer, 'outcome_unknown', 'batch.run');
      expect(performance.now() - startedAt).to.be.within(shortDeadlineMs - 5, shortDeadlineMs + 5_000);
      await serve('bulk');
      await runBatch(account, teas(1));
      expect(await articles(), 'expired calls are not run').to.have.length(2);
    });

    it('report the outcome to a batch that is repeated with its key', async () => {
      await serve('interactive');
      await stopServing('bulk');
      const headers = { 'Idempotency-Key': 'whole' };
      const outcome = await post(account, { ...batchOf(10), headers }, port());
      expectHttpRejection(outcome, 'outcome_unknown', 'batch.run');

      await serve('bulk');
      const again = await post(account, { ...batchOf(10), headers }, port());

      expect(again).to.include({ status: 200 });
      expect(await articles()).to.have.length(10);
    });

    it('answer the calls that have an answer when others have none', async () => {
      await stopServing('bulk');
      workers.push(await startWorker(['article'], workerSettings(redis), ignoreEvents));
      const operations = [...teas(1), { method: 'customer.create', data: {} }];

      const [article, customer] = await runBatch(account, operations);

      expect(article).to.include({ message: 'article created' });
      expect(customer).to.deep.equal({
        response: false,
        data: { code: 'outcome_unknown' },
        method: 'customer.create',
        message: 'outcome unknown, repeat with the same Idempotency-Key',
      });
    });
  });
});
