import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { Counterfoil } from '../client/nodeClient.ts';
import { resources } from '../shared/contract/operations/operation.ts';
import { mastersOf, type RedisClient } from '../shared/runtime/redis/client.ts';
import type { Envelope } from '../shared/wire/envelope.ts';
import { startWorker, type Worker } from '../workers/worker.ts';
import { newAccount, type TestAccount } from './support/account.ts';
import { articleNumbers, upFrom } from './support/articles.ts';
import { type Cluster, startCluster, workerSettings } from './support/cluster.ts';
import { recordEvents } from './support/events.ts';
import { clientAt, liveOnce, load } from './support/load.ts';
import { emptyRedis, openRedis } from './support/openRedis.ts';
import { repliesIn, TestQueue } from './support/queues.ts';
import { envelopeOf } from './support/replies.ts';
import { storedRows } from './support/stored.ts';
import { withTransaction } from './support/transactions.ts';
import { until } from './support/until.ts';

const redis = 13;

describe('two gateways and two workers of every role (starts all)', () => {
  let cluster: Cluster;
  let workers: readonly {
    readonly worker: Worker;
    readonly sets: () => number;
    readonly failed: () => number;
  }[];
  let account: TestAccount;
  let clients: readonly Counterfoil[];
  let reading: RedisClient;
  beforeEach(async () => {
    await emptyRedis(redis);
    reading = openRedis(redis);
    cluster = await startCluster({ redis, gateways: 2, workers: 0 });
    workers = [await start(), await start()];
    account = await newAccount({}, cluster);
    clients = cluster.gateways.map((gateway) => clientAt(gateway, account));
  });
  afterEach(async () => {
    await cluster.stop();
    await Promise.all(workers.map(({ worker }) => worker.stop()));
    reading.disconnect();
  });

  async function start() {
    const { emit, emitted } = recordEvents();
    const worker = await startWorker(resources, workerSettings(redis), emit);
    return { worker, sets: () => emitted('set').length, failed: () => emitted('job_failed').length };
  }

  const refusedIn = (answers: readonly Envelope[]) => answers.filter(({ response }) => !response);

  it('answer every call', async () => {
    const lives = clients.flatMap((client) => Array.from({ length: 100 }, () => liveOnce(client)));

    const answers = (await Promise.all(lives)).flat();

    expect(answers).to.have.length(600);
    expect(refusedIn(answers)).to.deep.equal([]);
    expect(await storedRows('articles', account.id)).to.have.length(0);
  });

  it('share the sets', async () => {
    const answers = await load(clients, () => workers.every(({ sets }) => sets() >= 5));

    expect(refusedIn(answers)).to.deep.equal([]);
  });

  it('number articles without a gap', async () => {
    const creates = clients.flatMap((client) =>
      Array.from({ length: 100 }, () => client.article.create({ article_title: 'Tea' })),
    );
    await Promise.all(creates);

    expect(await articleNumbers(account.id)).to.deep.equal(upFrom(10_001, 200));
  });

  it('accept one of two claims of a value, in any order [validate-unique]', async () => {
    const values = Array.from({ length: 30 }, (_, index) => `P-${index}`);
    const claims = await Promise.all(
      values.flatMap((article_nr) =>
        clients.map(async (client) => {
          const made = await client.article.create({ article_title: 'Tea' });
          return () =>
            client.send('article.update', JSON.stringify({ ...made, validate: 'article_nr', article_nr }));
        }),
      ),
    );

    const answers = await Promise.all(claims.map((claim) => claim()));

    expect(answers.filter(({ envelope }) => envelope.response)).to.have.length(values.length);
    for (const article_nr of values)
      expect(await storedRows('articles', account.id, { article_nr })).to.have.length(1);
  });

  it('send each gateway its own replies and no others', async () => {
    const titles = ['first gateway', 'second gateway'];
    const made = await Promise.all(
      clients.map((client, index) => client.article.create({ article_title: titles[index] ?? '' })),
    );
    // The streams of two gateways may be on two masters of a Redis Cluster.
    const found = mastersOf(reading).map((master) => master.keys('counterfoil:{reply.*}'));
    const streams = (await Promise.all(found)).flat();
    const before = await Promise.all(streams.map((stream) => lastIn(stream)));

    const reads = clients.flatMap((client, index) =>
      Array.from({ length: 50 }, () => client.article.read(made[index] as { article_ident: string })),
    );
    await Promise.all(reads);

    const seen = await Promise.all(streams.map((stream, index) => titlesIn(stream, before[index] ?? '0')));
    expect(seen).to.have.deep.members(titles.map((title) => [title]));
  });

  /** The articles that the replies of a stream are about, each once; replies to the gateway's own questions have none. */
  async function titlesIn(stream: string, after: string): Promise<readonly string[]> {
    const replies = repliesIn(await reading.xrange(stream, `(${after}`, '+')).flat();
    const titles = replies.flatMap(
      ([, reply]) => envelopeOf<{ article_title?: string }>(reply).data.article_title ?? [],
    );
    return [...new Set<string>(titles)];
  }

  async function lastIn(stream: string): Promise<string> {
    const [last] = await reading.xrevrange(stream, '+', '-', 'COUNT', 1);
    return last?.[0] ?? '0';
  }

  it('answer accepted calls before they stop [rolling-restart]', async () => {
    const queue = new TestQueue('article', redis);

    const answers = await withTransaction(async (other) => {
      await other('number_sequences').where({ account_id: account.id }).forUpdate();
      const creates = clients.map((client) => client.article.create({ article_title: 'Tea' }));
      await until(async () => (await queue.counts()).active === clients.length);
      const stopped = workers.map(({ worker }) => worker.stop());
      // A worker that did not wait for its calls would have lost its connections after this time.
      await delay(1_000);
      await other.rollback();
      await Promise.all(stopped);
      return Promise.all(creates);
    });

    expect(answers).to.have.length(clients.length);
    expect(await queue.counts()).to.deep.equal({ waiting: 0, active: 0, failed: 0 });
    await queue.close();
  });

  it('lose no call when a worker stops under load [rolling-restart]', async () => {
    let stopped = false;
    const loading = load(clients, () => stopped);
    await until(() => workers.every(({ sets }) => sets() > 0));

    await workers[0]?.worker.stop();
    const setsThen = workers.map(({ sets }) => sets());
    await until(() => (workers[1]?.sets() ?? 0) >= (setsThen[1] ?? 0) + 10);
    stopped = true;

    expect(refusedIn(await loading)).to.deep.equal([]);
    expect(workers[0]?.sets()).to.equal(setsThen[0]);
    expect(workers.map(({ failed }) => failed())).to.deep.equal([0, 0]);
    expect(await storedRows('articles', account.id)).to.have.length(0);
  });
});
