import { expect } from 'chai';
import { Redis } from 'ioredis';
import { readStatuses } from '../../observe/status/readStatuses.ts';
import { ignoreEvents } from '../../shared/runtime/process/log.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { silentMs, statusExpiryKey, statusReportsKey } from '../../shared/wire/status/processStatus.ts';
import { startWorker } from '../../workers/worker.ts';
import { newAccount } from '../support/account.ts';
import { type Cluster, startCluster, workerSettings } from '../support/cluster.ts';
import { emptyRedis, openRedis } from '../support/openRedis.ts';
import { type PrivateRedis, startPrivateRedis } from '../support/privateRedis.ts';
import { withTransaction } from '../support/transactions.ts';
import { until } from '../support/until.ts';

const number = 12;

describe('published statuses', () => {
  let cluster: Cluster;
  let redis: RedisClient;
  // On a Redis Cluster, other files have left reports of workers that they killed.
  before(() => emptyRedis(number));
  beforeEach(async () => {
    redis = openRedis(number);
    cluster = await startCluster({ redis: number });
  });
  afterEach(async () => {
    await cluster.stop();
    redis.disconnect();
  });

  const gateway = async () => (await readStatuses(redis)).find(({ role }) => role === 'gateway')?.gateway;
  const worker = async () => (await readStatuses(redis)).find(({ role }) => role === 'worker')?.worker;
  const ofArticle = <Queue extends { resource: string; lane: string }>(queues: readonly Queue[] = []) =>
    queues.find(({ resource, lane }) => resource === 'article' && lane === 'interactive');

  it('show calls, their times and the accounts with the most calls', async () => {
    const account = await newAccount({}, cluster);
    const other = await newAccount({}, cluster);
    await Promise.all(
      Array.from({ length: 9 }, () => account.client.article.create({ article_title: 'Tee' })),
    );
    await other.client.article.create({ article_title: 'Tee' });

    await until(async () => (ofArticle((await gateway())?.queues)?.callsPerSecond ?? 0) > 0);
    await until(async () => (ofArticle((await worker())?.queues)?.callsPerSecond ?? 0) > 0);
    await until(async () => (await gateway())?.accounts.calls === 10);

    const seen = await gateway();
    const bytes = seen?.accounts.bytes ?? 0;
    expect(bytes).to.be.above(0);
    expect(seen?.accounts).to.deep.equal({
      calls: 10,
      bytes,
      active: 2,
      top: [
        { account: account.accountIdent, calls: 9, bytes: (9 * bytes) / 10 },
        { account: other.accountIdent, calls: 1, bytes: bytes / 10 },
      ],
    });
    const created = seen?.operations.find(({ method }) => method === 'article.create');
    expect(created?.calls).to.equal(10);
    expect(created?.p99Ms)
      .to.be.at.least(created?.p50Ms ?? Number.NaN)
      .and.above(0);
    expect(ofArticle(seen?.queues)?.p50Ms).to.be.above(0);
    const [lane] = (await worker())?.lanes ?? [];
    expect(lane?.commits).to.be.above(0);
    expect(lane?.statements).to.be.above(0);
    expect(lane?.connections.max).to.equal(8);
  });

  it('show refused requests by queue and reason', async () => {
    const account = await newAccount({ requests_per_second: 1 }, cluster);
    await Promise.all(
      Array.from({ length: 20 }, () => account.send('article.exists', { article_ident: 'art_1' })),
    );

    await until(async () => (ofArticle((await gateway())?.queues)?.rejections.account_rate ?? 0) > 0);

    expect((await gateway())?.rejections).to.have.property('account_rate');
  });

  it('name the oldest call, and the account whose creates wait for its number sequence (waits for a status)', async () => {
    const account = await newAccount({}, cluster);
    await account.client.article.create({ article_title: 'Tee' });
    await withTransaction(async (other) => {
      await other('number_sequences').where({ account_id: account.id }).forUpdate();
      const waiting = account.client.send('article.create', '{"article_title":"Tee"}');

      await until(async () => (await worker())?.sequence?.account === account.accountIdent);
      await until(async () => ofArticle((await gateway())?.queues)?.oldest !== undefined);
      const oldest = ofArticle((await gateway())?.queues)?.oldest;

      await other.rollback();
      const { requestId } = await waiting;
      expect(oldest).to.deep.equal({ method: 'article.create', id: requestId });
    });
  });

  it('go on after a call that nobody answered (waits for ten seconds)', async function () {
    this.timeout(60_000);
    await cluster.stop();
    cluster = await startCluster({ redis: number, callDeadlineMs: 2_000 });
    const account = await newAccount({}, cluster);
    await account.client.article.create({ article_title: 'Tee' });
    await withTransaction(async (other) => {
      await other('number_sequences').where({ account_id: account.id }).forUpdate();

      const { status } = await account.send('article.create', { article_title: 'Tee' });

      expect(status).to.equal(504);
      await other.rollback();
    });
    await until(async () => (await gateway())?.accounts.active === 1);
    await until(async () => (await gateway())?.accounts.active === 0);
    const reportedAt = async () =>
      (await readStatuses(redis)).find(({ role }) => role === 'gateway')?.reportedAt ?? 0;
    const forgottenAt = await reportedAt();

    await until(async () => (await reportedAt()) > forgottenAt + 3_000);
  });

  it('are removed when a process stops', async () => {
    const stopping = await startWorker(['article'], workerSettings(number), ignoreEvents);
    const titles = async () => (await readStatuses(redis)).map(({ title }) => title);
    await until(async () => (await titles()).includes('worker article'));

    await stopping.stop();

    expect(await titles()).to.deep.equal(['gateway', 'worker all']);
  });

  it('show a process without a report as silent, and forget it when it has expired', async () => {
    const [seconds] = await redis.time();
    const now = Number(seconds) * 1_000;
    const [status] = await readStatuses(redis);
    const put = async (id: string, age: number, expiresIn: number) => {
      await redis.hset(
        statusReportsKey,
        id,
        JSON.stringify({ ...status, id, host: 'another', reportedAt: now - age }),
      );
      await redis.zadd(statusExpiryKey, now + expiresIn, id);
    };
    await put('frozen', silentMs + 5_000, 20_000);
    await put('gone', 40_000, -1);

    const silent = (await readStatuses(redis)).filter(({ isSilent }) => isSilent);

    expect(silent.map(({ id }) => id)).to.deep.equal(['frozen']);
    // The processes that run remove what has expired.
    await until(async () => (await redis.hexists(statusReportsKey, 'gone')) === 0);
  });

  it('do not show a process that was killed and started again on its host', async () => {
    const status = (await readStatuses(redis)).find(({ isSilent }) => !isSilent);
    const { startedAt = 0 } = status ?? {};
    const former = { ...status, id: 'former', startedAt: startedAt - 60_000, reportedAt: startedAt - 1_000 };
    const elsewhere = { ...former, id: 'elsewhere', host: 'another' };
    for (const each of [former, elsewhere]) {
      await redis.hset(statusReportsKey, each.id, JSON.stringify(each));
      await redis.zadd(statusExpiryKey, Date.now() + 60_000, each.id);
    }

    const ids = (await readStatuses(redis)).map(({ id }) => id);

    expect(ids).to.include('elsewhere').and.not.include('former');
    await redis.hdel(statusReportsKey, 'former', 'elsewhere');
  });

  it("ignore reports that can't be read", async () => {
    const before = (await readStatuses(redis)).length;
    const [seconds] = await redis.time();
    for (const [id, report] of [
      ['broken', '{'],
      ['other', '{"format":2}'],
    ] as const) {
      await redis.hset(statusReportsKey, id, report);
      await redis.zadd(statusExpiryKey, Number(seconds) * 1_000 + 20_000, id);
    }

    expect(await readStatuses(redis)).to.have.length(before);
  });
});

describe('published statuses while Redis is away', () => {
  let own: PrivateRedis;
  let cluster: Cluster;
  before(async () => {
    own = await startPrivateRedis();
    cluster = await startCluster({ redis: own.server.url });
  });
  after(async () => {
    await cluster.stop();
    await own.remove();
  });

  it('stop nothing, and are back with Redis', async () => {
    await own.restartEmpty();

    const reader = new Redis(own.server.url);
    await until(async () => (await readStatuses(reader)).length === 2);
    const account = await newAccount({}, cluster);
    await account.client.article.create({ article_title: 'Tee' });
    reader.disconnect();
  });
});
