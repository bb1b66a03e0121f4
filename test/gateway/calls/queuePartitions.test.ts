import { expect } from 'chai';
import { Redis } from 'ioredis';
import { listQueues } from '../../../observe/report/listQueues.ts';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import { partitionKey, type QueueId } from '../../../shared/wire/queues.ts';
import { startWorker, type Worker } from '../../../workers/worker.ts';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { type Cluster, startCluster, workerSettings } from '../../support/cluster.ts';
import { type PrivateRedis, startPrivateRedis } from '../../support/privateRedis.ts';
import { until } from '../../support/until.ts';

const partitions = 3;
const queue: QueueId = { resource: 'article', lane: 'interactive' };

describe('partitions of a queue (waits for heartbeats)', () => {
  let server: PrivateRedis;
  let redis: Redis;
  let cluster: Cluster;
  let account: TestAccount;
  const workers: Worker[] = [];
  beforeEach(async () => {
    server = await startPrivateRedis();
    redis = new Redis(server.server.url);
    cluster = await startCluster({ redis: server.server.url, resources: ['account'] });
    account = await newAccount({}, cluster);
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.stop();
    await cluster.stop();
    redis.disconnect();
    await server.remove();
  });

  const serve = async (served: number) => {
    const settings = { ...workerSettings(server.server.url), partitions: served };
    const worker = await startWorker(['article'], settings, ignoreEvents);
    workers.push(worker);
    return worker;
  };
  const create = (title: string) => account.client.article.create({ article_title: title });
  /** Counts the jobs that were ever added to each partition: BullMQ counts them in its stream of events. */
  const added = async () => {
    const keys = Array.from({ length: partitions }, (_, index) =>
      partitionKey(queue, index, redis, 'events'),
    );
    const events = await Promise.all(keys.map((key) => redis.xrange(key, '-', '+')));
    return events.map((its) => its.filter(([, fields]) => fields.includes('added')).length);
  };
  const waiting = async () => {
    const keys = Array.from({ length: partitions }, (_, index) => partitionKey(queue, index, redis, 'wait'));
    return Promise.all(keys.map((key) => redis.llen(key)));
  };
  /** Gateways look once a second. */
  const used = () => until(async () => (await create('Tea'), (await added()).every((count) => count > 0)));

  it('get the jobs in turn as soon as a worker serves them', async () => {
    await serve(partitions);
    await used();
    const before = await added();

    for (let count = 0; count < 4 * partitions; count += 1) await create(`${count}`);

    const after = await added();
    expect(after.map((count, index) => count - (before[index] ?? 0))).to.deep.equal([4, 4, 4]);
  });

  it('give up their jobs to the first one when no worker serves them any more, and each is done once', async () => {
    const former = await serve(partitions);
    await used();
    await former.stop();
    const titles = ['a', 'b', 'c', 'd', 'e', 'f'];
    // One after the other: calls that wait together leave as one job.
    const answers: Promise<unknown>[] = [];
    for (const [index, title] of titles.entries()) {
      answers.push(create(title));
      await until(async () => (await waiting()).reduce((sum, count) => sum + count, 0) === index + 1);
    }
    const left = await waiting();
    const listed = (await listQueues(redis)).find(
      (its) => its.queue === 'article' && its.lane === queue.lane,
    );

    await serve(1);
    await Promise.all(answers);

    expect(left).to.deep.equal([2, 2, 2]);
    expect(listed?.waiting_jobs).to.equal(titles.length);
    const { articles } = await account.client.article.list({ filter: {} });
    const made = articles.map(({ article_title }) => article_title).filter((title) => title !== 'Tea');
    expect(made.toSorted()).to.deep.equal(titles);
  });
});
