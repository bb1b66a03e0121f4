import { expect } from 'chai';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import { type Lane } from '../../../shared/wire/queues.ts';
import { startWorker, type Worker } from '../../../workers/worker.ts';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { runBatch, teas } from '../../support/batches.ts';
import { type Cluster, startCluster, workerSettings } from '../../support/cluster.ts';
import { recordEvents } from '../../support/events.ts';
import { expectHttpRejection } from '../../support/httpRejections.ts';
import { TestQueue } from '../../support/queues.ts';
import { post } from '../../support/rawRequest.ts';
import { storedRows } from '../../support/stored.ts';
import { until } from '../../support/until.ts';

const redis = 9;
const method = 'batch.run';

/** Nobody serves the bulk lane until the test says so, and batches pile up. */
describe('room for batches (fills all room)', function () {
  this.timeout(120_000);
  let cluster: Cluster;
  let workers: Worker[];
  let account: TestAccount;
  let bulk: TestQueue;
  beforeEach(async () => {
    // On slow cores, 6,000 calls take longer than the usual deadline.
    cluster = await startCluster({ redis, workers: 0, maxCalls: 5, callDeadlineMs: 60_000 });
    workers = [];
    bulk = new TestQueue('article', redis, 'bulk');
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await cluster.stop();
    await bulk.close();
  });

  const port = () => cluster.gateways[0]?.port;
  const body = JSON.stringify({ operations: teas(1_000) });
  const serve = async (lane: Lane) => {
    const settings = { ...workerSettings(redis), lanes: [lane] };
    workers.push(await startWorker(['account', 'article'], settings, ignoreEvents));
  };
  const waiting = async () => (await bulk.waiting()).flatMap(({ calls }) => calls).length;

  it('is separate from that of single calls; a batch is let in or refused as a whole', async () => {
    await serve('interactive');
    account = await newAccount({}, cluster);
    const second = await newAccount({}, cluster);
    await bulk.pretendWorker();
    const create = () => account.send('article.create', { article_title: 'Tea' });
    // No single call comes before: beside those, batches would wait for their turn.
    const senders = [account, account, account, account, second, second];
    const accepted = senders.map((sender) => post(sender, { method, body }, port()));
    await until(async () => (await waiting()) === 6_000);

    const refused = await post(account, { method, body }, port());

    expectHttpRejection(refused, 'unavailable', method);
    expect(refused.headers['retry-after']).to.match(/^[1-9]\d*$/);
    expect(await waiting()).to.equal(6_000);
    const other = await newAccount({}, cluster);
    const others = post(other, { method, body: JSON.stringify({ operations: teas(10) }) }, port());
    await until(async () => (await waiting()) === 6_010);
    expect(await create(), 'a single call').to.include({ status: 200 });
    await serve('bulk');
    for (const answer of await Promise.all([...accepted, others])) expect(answer.status).to.equal(200);
    expect(await storedRows('articles', account.id)).to.have.length(4_001);
    expect(await runBatch(account, teas(10))).to.have.length(10);
  });
});

describe('the log of a batch', () => {
  it('has one line for the request, with counts', async () => {
    const { emit, emitted } = recordEvents();
    const cluster = await startCluster({ redis, emit });
    const account = await newAccount({}, cluster);

    await runBatch(account, [
      ...teas(3),
      { method: 'no.such', data: {} },
      { method: 'article.read', data: {} },
    ]);

    await until(() => emitted('request').length > 0);
    expect(emitted('request')).to.have.length(1);
    expect(emitted('request')[0]).to.include({ method, status: 200, calls: 5, refused: 2 });
    await cluster.stop();
  });
});
