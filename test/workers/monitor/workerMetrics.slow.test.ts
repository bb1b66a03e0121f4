import { expect } from 'chai';
import { newId } from '../../../shared/contract/values/idents.ts';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import { startWorker, type Worker } from '../../../workers/worker.ts';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { callOf } from '../../support/calls.ts';
import { type Cluster, startCluster, workerSettings } from '../../support/cluster.ts';
import { Scrape } from '../../support/metrics.ts';
import { emptyRedis } from '../../support/openRedis.ts';
import { TestQueue } from '../../support/queues.ts';
import { database } from '../../support/servers.ts';
import { withTransaction } from '../../support/transactions.ts';
import { until } from '../../support/until.ts';

const redis = 12;
const article = { queue: 'article', lane: 'interactive' };

describe('metrics of a worker', () => {
  let cluster: Cluster;
  let account: TestAccount;
  let queue: TestQueue;
  beforeEach(async () => {
    cluster = await startCluster({ redis });
    account = await newAccount({}, cluster);
    queue = new TestQueue('article', redis);
  });
  afterEach(async () => {
    await queue.close();
    await cluster.stop();
  });

  const worker = () => cluster.workers[0] as Worker;
  const scrape = () => Scrape.of(worker());
  const title = { article_title: 'Tee' };

  it('count sets, their calls and times, jobs, and how long calls waited', async () => {
    await Promise.all(Array.from({ length: 20 }, () => account.client.article.create(title)));
    await account.send('article.delete', { article_ident: 'art_unknown' });

    const seen = await scrape();

    expect(seen.sum('counterfoil_set_calls_sum', article)).to.equal(21);
    expect(seen.sum('counterfoil_call_wait_seconds_count', article)).to.equal(21);
    expect(seen.sum('counterfoil_refused_calls_total', article)).to.equal(1);
    const sets = seen.sum('counterfoil_set_calls_count', article);
    expect(seen.sum('counterfoil_set_duration_seconds_count', { operation: 'article.create' })).to.equal(
      sets - 1,
    );
    const jobs = { messaging_system: 'bullmq', messaging_destination_name: 'article' };
    expect(seen.sum('messaging_process_duration_seconds_count', jobs)).to.be.within(1, 21);
    expect(seen.sum('counterfoil_worker_busy_seconds_total', article)).to.be.above(0);
    expect(seen.sum('counterfoil_database_pool_wait_seconds_count', { lane: 'interactive' })).to.be.at.least(
      sets,
    );
  });

  it('count calls of batches in the bulk lane', async () => {
    await account.send('batch.run', { operations: [{ method: 'article.create', data: title }] });

    expect((await scrape()).sum('counterfoil_set_calls_sum', { ...article, lane: 'bulk' })).to.equal(1);
    const gateway = await Scrape.of(cluster.gateways[0] as Cluster['gateways'][number]);
    expect(gateway.sum('counterfoil_batch_calls_total', { outcome: 'done' })).to.equal(1);
  });

  it('show a call that waits for a lock, and how long it did', async () => {
    const { article_ident } = await account.client.article.create(title);
    await withTransaction(async (other) => {
      await other('articles').where({ account_id: account.id, article_ident }).forUpdate();
      const waiting = account.client.article.update({ article_ident, article_title: 'Kaffee' });
      await until(
        async () => (await scrape()).sum('counterfoil_worker_calls', { ...article, state: 'locked' }) === 1,
      );
      const gateway = await Scrape.of(cluster.gateways[0] as Cluster['gateways'][number]);
      expect(gateway.sum('counterfoil_calls_in_flight', article)).to.equal(1);
      expect(gateway.sum('counterfoil_oldest_call_age_seconds', article)).to.be.above(0);

      await other.rollback();
      await waiting;
    });

    const seen = await scrape();
    expect(seen.sum('counterfoil_lock_wait_seconds_count', article)).to.equal(1);
    expect(seen.sum('counterfoil_worker_calls', { state: 'locked' })).to.equal(0);
  });

  it('count a call that was delivered twice as a replay because of a duplicate', async () => {
    const call = callOf('article.create', account.id, title);

    await queue.add([call]);
    await until(() => queue.isDone());
    await queue.add([call]);
    await until(() => queue.isDone());

    expect((await scrape()).sum('counterfoil_set_retries_total', { reason: 'duplicate' })).to.equal(1);
  });

  it('count jobs of dead workers, calls given up and calls expired', async () => {
    await queue.addAgain([callOf('article.create', account.id, title)]);
    await queue.add([{ ...callOf('article.create', account.id, title), method: 'article.archive' as never }]);
    await queue.add([callOf('article.create', account.id, title, { deadline: Date.now() - 1_000 })]);
    await until(() => queue.isDone());

    const seen = await scrape();

    expect(seen.sum('counterfoil_jobs_taken_over_total', article)).to.equal(1);
    expect(seen.sum('counterfoil_calls_given_up_total')).to.equal(1);
    expect(seen.sum('counterfoil_calls_expired_total', { queue: 'article' })).to.equal(1);
  });

  it('show used connections of the pool, and sets that wait for one', async () => {
    const small = await startCluster({ redis: 13, resources: ['account'] });
    const settings = { ...workerSettings(13), databasePool: 2 };
    const articles = await startWorker(['article'], settings, ignoreEvents);
    const other = await newAccount({}, small);
    const { article_ident } = await other.client.article.create(title);
    const pool = { lane: 'interactive' };

    await withTransaction(async (locking) => {
      await locking('number_sequences').where({ account_id: other.id }).forUpdate();
      // They wait for the lock with the one connection of the lane.
      const calls = [other.client.article.create(title), other.client.article.create(title)];
      const reads = () => other.client.article.read({ article_ident });
      await until(async () => {
        calls.push(reads());
        return (await Scrape.of(articles)).sum('counterfoil_database_pool_waiting', pool) > 0;
      });
      const seen = await Scrape.of(articles);
      expect(seen.sum('counterfoil_database_pool_connections', { ...pool, state: 'used' })).to.equal(1);
      expect(seen.sum('counterfoil_database_pool_max', pool)).to.equal(1);
      await locking.rollback();
      await Promise.all(calls);
    });

    await articles.stop();
    await small.stop();
  });

  it('report the inbox after a purge, and what it deleted', async () => {
    const expired = { account_id: account.id, reply: '', date_expires: '2020-01-01 00:00:00' };
    await database()('inbox').insert({ ...expired, call_id: newId() });
    // Its schedule begins anew, so it purges at once.
    await emptyRedis(13);
    const purging = await startCluster({ redis: 13, gateways: 0 });
    const [purger] = purging.workers as [Worker];

    await until(async () => (await Scrape.of(purger)).sum('counterfoil_inbox_purged_rows_total') >= 1);
    await until(async () => (await Scrape.of(purger)).values('counterfoil_inbox_rows').length === 1);

    const seen = await Scrape.of(purger);
    expect(seen.sum('counterfoil_inbox_purge_lag_seconds')).to.equal(0);
    expect(seen.sum('counterfoil_inbox_purge_failures_total')).to.equal(0);
    await purging.stop();
  });
});
