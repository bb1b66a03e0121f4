import { expect } from 'chai';
import { type Resource, resources } from '../../../shared/contract/operations/operation.ts';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import { startWorker } from '../../../workers/worker.ts';
import { newAccount } from '../../support/account.ts';
import { type Cluster, startCluster, workerSettings } from '../../support/cluster.ts';
import { recordEvents } from '../../support/events.ts';
import { emptyRedis } from '../../support/openRedis.ts';
import { database } from '../../support/servers.ts';
import { until } from '../../support/until.ts';

const redis = 6;
const maxCalls = 100;

describe('calls to a resource without a worker (waits until workers are missed)', () => {
  let cluster: Cluster;
  let events: ReturnType<typeof recordEvents>;
  const startWithoutArticles = async (callDeadlineMs: number) => {
    const others = resources.filter((resource) => resource !== 'article');
    cluster = await startCluster({ redis, resources: others, emit: events.emit, callDeadlineMs, maxCalls });
  };
  beforeEach(async () => {
    await emptyRedis(redis);
    events = recordEvents();
    await startWithoutArticles(5_000);
  });
  afterEach(() => cluster.stop());

  const startOn = (of: readonly Resource[]) => startWorker(of, workerSettings(redis), ignoreEvents);
  const article = { article_title: 'Tea' };
  const missing = (queue: string) => events.emitted('workers_missing').some((event) => event.queue === queue);

  it('wait for one that is restarted', async () => {
    const account = await newAccount({}, cluster);
    const waiting = account.send('article.create', article);

    const worker = await startOn(['article']);

    expect((await waiting).status).to.equal(200);
    await worker.stop();
  });

  it('get 504 at their deadline, and others are answered [no-workers]', async () => {
    const account = await newAccount({}, cluster);
    const waiting = [
      account.send('article.create', article),
      account.send('batch.run', { operations: [{ method: 'article.create', data: article }] }),
    ];
    const other = await account.send('customer.create', {});
    const answers = await Promise.all(waiting);
    const worker = await startOn(['article']);
    // The gateway may not have seen the worker yet: then it rejects the call.
    await until(
      async () => (await account.send('article.create', { article_title: 'later' })).status === 200,
    );

    expect(other.status).to.equal(200);
    expect(answers.map(({ status }) => status)).to.deep.equal([504, 504]);
    const titles = await database()('articles').where({ account_id: account.id }).pluck('article_title');
    expect(titles, 'what nobody waits for is not run').to.deep.equal(['later']);
    await worker.stop();
  });

  it('are refused when there has been none for a whole deadline [no-workers]', async () => {
    const account = await newAccount({}, cluster);
    await until(() => missing('article') && missing('article.bulk'));
    await until(async () => (await account.send('article.create', article)).status === 503);
    const startedAt = performance.now();

    const single = await account.send('article.create', article);
    const batch = await account.send('batch.run', {
      operations: [{ method: 'article.create', data: article }],
    });
    const other = await account.send('customer.create', {});

    expect(performance.now() - startedAt).to.be.below(3_000);
    expect([single, batch, other].map(({ status }) => status)).to.deep.equal([503, 503, 200]);
    expect(single.code).to.equal('unavailable');
  });

  it('take half of the room, and leave the rest to others [no-workers]', async () => {
    // No call reaches its deadline, even on a slow machine.
    await cluster.stop();
    await startWithoutArticles(25_000);
    const account = await newAccount({}, cluster);
    await account.send('customer.create', {});
    await until(
      () => cluster.gateways[0]?.callClient.queues.interactive.article.withoutWorkerSince !== undefined,
    );
    const waiting = Array.from({ length: 60 }, () => account.send('article.create', article));
    await until(() => cluster.gateways[0]?.monitor.state().lanes[0]?.calls === maxCalls / 2);

    const others = await Promise.all(Array.from({ length: 20 }, () => account.send('customer.create', {})));

    const worker = await startOn(['article']);
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect(new Set(others.map(({ status }) => status))).to.deep.equal(new Set([200]));
    expect(statuses.filter((status) => status === 200)).to.have.length(maxCalls / 2);
    expect(statuses.filter((status) => status === 503)).to.have.length(60 - maxCalls / 2);
    await worker.stop();
  });

  it('are answered again as soon as one is back', async () => {
    const account = await newAccount({}, cluster);
    await until(() => missing('article'));

    const worker = await startOn(['article']);
    await until(() => events.emitted('workers_back').some(({ queue }) => queue === 'article'));

    expect((await account.send('article.create', article)).status).to.equal(200);
    await worker.stop();
  });

  it('of other resources are answered without a worker of accounts if their app was found before', async () => {
    await cluster.stop();
    const [accounts, others] = [await startOn(['account']), await startOn(['customer'])];
    cluster = await startCluster({ redis, workers: 0, emit: events.emit });
    const [known, unknown] = [await newAccount({}, cluster), await newAccount({}, cluster)];
    expect((await known.send('customer.create', {})).status).to.equal(200);
    await accounts.stop();
    await until(() => missing('account'));

    // Apps are kept for eight seconds; then somebody has to be asked.
    await until(async () => {
      await known.send('customer.create', {});
      return events.emitted('app_lookup_failed').some(({ app }) => app === known.appId);
    });
    const answers = [await known.send('customer.create', {}), await unknown.send('customer.create', {})];

    expect(answers.map(({ status }) => status)).to.deep.equal([200, 503]);
    await others.stop();
  });
});
