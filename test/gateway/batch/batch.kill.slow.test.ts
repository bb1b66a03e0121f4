import { expect } from 'chai';
import { Redis } from 'ioredis';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { articleNumbers, upFrom } from '../../support/articles.ts';
import { runBatch, teas } from '../../support/batches.ts';
import { type Cluster, startCluster } from '../../support/cluster.ts';
import { type PrivateRedis, startPrivateRedis } from '../../support/privateRedis.ts';
import { TestQueue } from '../../support/queues.ts';
import { storedRows } from '../../support/stored.ts';
import { withTransaction } from '../../support/transactions.ts';
import { until } from '../../support/until.ts';
import { WorkerDeath } from '../../support/workerDeath.ts';

const redis = 14;

describe('a worker process killed in the middle of a batch (starts processes)', () => {
  let death: WorkerDeath;
  let account: TestAccount;
  beforeEach(async () => {
    death = await WorkerDeath.prepare(redis, 'bulk');
    ({ account } = death);
  });
  afterEach(() => death.clear());

  const count = async () => (await storedRows('articles', account.id)).length;

  it('leaves its calls to another one, which answers them within the deadline [worker-killed]', async () => {
    await runBatch(account, teas(1));

    await withTransaction(async (other) => {
      await other('number_sequences').where({ account_id: account.id }).forUpdate();
      const batch = runBatch(account, teas(600));
      await until(async () => (await death.queue.counts()).active > 0);
      await death.startHeir();
      await death.kill();
      await other.rollback();

      const results = await batch;
      expect(results.filter(({ response }) => !response)).to.deep.equal([]);
      expect(results).to.have.length(600);
    });
    expect(await articleNumbers(account.id)).to.deep.equal(upFrom(10_001, 601));
  });

  it('leaves every call with one effect when a part of them was done', async () => {
    await death.startHeir();
    const batches = Array.from({ length: 4 }, () => runBatch(account, teas(1_000)));
    await until(async () => (await count()) > 0);

    await death.kill();

    const results = (await Promise.all(batches)).flat();
    expect(results.filter(({ response }) => !response)).to.deep.equal([]);
    expect(await articleNumbers(account.id)).to.deep.equal(upFrom(10_001, 4_000));
  });
});

describe('a Redis emptied in the middle of a batch', () => {
  let server: PrivateRedis;
  let cluster: Cluster;
  let account: TestAccount;
  let redis: Redis;
  before(async () => {
    server = await startPrivateRedis();
    redis = new Redis(server.server.url).on('error', () => {});
    cluster = await startCluster({ redis: server.server.url });
    account = await newAccount({}, cluster);
  });
  after(async () => {
    redis.disconnect();
    await cluster.stop();
    await server.remove();
  });

  it('costs its client time and nothing else', async () => {
    await runBatch(account, teas(1));
    const queue = new TestQueue('article', server.server.url, 'bulk');

    await withTransaction(async (other) => {
      await other('number_sequences').where({ account_id: account.id }).forUpdate();
      const batch = runBatch(account, teas(600));
      await until(async () => (await queue.counts()).active > 0);
      await redis.flushall();
      await other.rollback();

      const results = await batch;
      expect(results.filter(({ response }) => !response)).to.deep.equal([]);
    });
    expect(await articleNumbers(account.id)).to.deep.equal(upFrom(10_001, 601));
    await queue.close();
  });

  it('refuses a batch as a whole while Redis is away', async () => {
    const short = await startCluster({ redis: server.server.url, workers: 0, callDeadlineMs: 500 });
    const its = await newAccount({}, short);
    await its.send('article.exists', { article_ident: 'makes the app known' });
    await server.server.stop();
    await until(async () => (await its.send('article.exists', { article_ident: 'a' })).status === 503);

    const { status, code } = await its.send('batch.run', { operations: teas(10) }, 'whole');

    expect({ status, code }).to.deep.equal({ status: 503, code: 'unavailable' });
    await server.server.start();
    await until(async () => (await its.send('article.exists', { article_ident: 'a' })).status === 200);
    expect(await storedRows('articles', its.id)).to.have.length(0);
    expect(await runBatch(its, teas(10), 'whole')).to.have.length(10);
    await short.stop();
  });
});
