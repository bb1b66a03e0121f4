import { expect } from 'chai';
import { Redis } from 'ioredis';
import { pauseQueues, resumeQueues } from '../../../admin/queues.ts';
import { type Gateway, startGateway } from '../../../gateway/gateway.ts';
import { maxStepMs } from '../../../shared/runtime/redis/clock.ts';
import type { Lane, QueueId } from '../../../shared/wire/queues.ts';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { type Cluster, gatewaySettings, startCluster } from '../../support/cluster.ts';
import { recordEvents } from '../../support/events.ts';
import { Scrape } from '../../support/metrics.ts';
import { type PrivateRedis, startPrivateRedis } from '../../support/privateRedis.ts';
import { newLimitedApp, stretchSecond } from '../../support/rateLimits.ts';
import { post } from '../../support/rawRequest.ts';
import { database } from '../../support/servers.ts';
import { until } from '../../support/until.ts';

const article = (lane: Lane): QueueId => ({ resource: 'article', lane });
const create = { method: 'article.create', body: '{"article_title":"Tea"}' };
const batchOf = (...methods: string[]) => ({
  method: 'batch.run',
  body: JSON.stringify({
    operations: methods.map((method) => ({
      method,
      data: method === 'article.create' ? { article_title: 'Tea' } : {},
    })),
  }),
});

describe('a paused queue (load, and pauses that end)', () => {
  let redis: PrivateRedis;
  let client: Redis;
  let cluster: Cluster;
  let account: TestAccount;
  let events: ReturnType<typeof recordEvents>;
  beforeEach(async () => {
    redis = await startPrivateRedis();
    client = new Redis(redis.server.url);
    client.on('error', () => {});
    events = recordEvents();
    cluster = await startCluster({ redis: redis.server.url, gateways: 2, emit: events.emit });
    account = await newAccount({}, cluster);
    for (const { port } of cluster.gateways) await post(account, create, port);
  });
  afterEach(async () => {
    client.disconnect();
    await cluster.stop();
    await redis.remove();
  });

  const customers = async () =>
    (await database()('customers').where({ account_id: account.id }).select('customer_ident')).length;
  const ports = () => cluster.gateways.map(({ port }) => port);
  const pause = (lane: Lane, forMs?: number) =>
    pauseQueues(client, [article(lane)], { reason: 'index is rebuilt', forMs });
  const statusAt = async (port: number, request: Parameters<typeof post>[1]) =>
    (await post(account, request, port)).status;
  const answersAt = async (port: number, request: Parameters<typeof post>[1], status: number) =>
    until(async () => (await statusAt(port, request)) === status);
  const everywhere = (request: Parameters<typeof post>[1], status: number) =>
    Promise.all(ports().map((port) => answersAt(port, request, status)));

  it('refuses calls at every gateway with 503 and Retry-After, until it is resumed', async () => {
    await pause('interactive');
    await everywhere(create, 503);

    const refused = await post(account, create, ports()[0]);
    const [batch, other] = [
      await statusAt(ports()[0] ?? 0, batchOf('article.create')),
      await statusAt(ports()[0] ?? 0, { method: 'customer.create', body: '{}' }),
    ];
    await resumeQueues(client, [article('interactive')]);
    await everywhere(create, 200);

    expect(refused.headers).to.include({ 'retry-after': '30', 'x-svc-error': 'paused' });
    expect(JSON.parse(refused.body)).to.include({ response: false, message: 'paused by the operator' });
    expect({ batch, other }).to.deep.equal({ batch: 200, other: 200 });
    expect(events.emitted('request').filter(({ reason }) => reason === 'paused')).to.not.be.empty;
    expect(events.emitted('queue_paused')).to.deep.equal([
      { queue: 'article', reason: 'index is rebuilt' },
      { queue: 'article', reason: 'index is rebuilt' },
    ]);
    await until(() => events.emitted('queue_resumed').length === 2);
  });

  it('ends by itself, and says until then how long it lasts', async () => {
    await pause('interactive', 4_000);
    await everywhere(create, 503);

    const { headers } = await post(account, create, ports()[0]);
    const [until0] = events.emitted('queue_paused');
    await everywhere(create, 200);

    expect(Number(headers['retry-after'])).to.be.within(1, 4);
    expect(until0?.until).to.match(/^\d{4}-\d\d-\d\dT.*Z$/);
    for (const key of await client.keys('*:pause'))
      expect(await client.pttl(key)).to.be.within(1, maxStepMs + 4_000);
  });

  it('of batches refuses whole batches with a call of it, and single calls run', async () => {
    await pause('bulk');
    await everywhere(batchOf('customer.create', 'article.create'), 503);

    const [single, otherBatch] = [
      await statusAt(ports()[1] ?? 0, create),
      await statusAt(ports()[1] ?? 0, batchOf('customer.create')),
    ];
    const before = await customers();
    const refused = await statusAt(ports()[1] ?? 0, batchOf('customer.create', 'article.create'));

    expect({ single, otherBatch, refused }).to.deep.equal({ single: 200, otherBatch: 200, refused: 503 });
    expect(await customers(), 'nothing of a refused batch is run').to.equal(before);
  });

  it('is looked at after the rate limit (docs/api.md#order-of-checks)', async () => {
    const app = await newLimitedApp(account.id, 1);
    await stretchSecond(cluster, app.appId);
    await pause('interactive');
    await everywhere(create, 503);

    const statuses = [await post(app, create, ports()[0]), await post(app, create, ports()[0])];

    expect(statuses.map(({ status }) => status)).to.deep.equal([503, 429]);
  });

  it('leaves the gateway ready, and shows in its metrics', async () => {
    await pause('interactive');
    await everywhere(create, 503);

    const gateway = cluster.gateways[0] as Gateway;
    await until(
      async () => (await post(account, { verb: 'GET', path: '/readyz' }, gateway.port)).status === 200,
    );
    const scrape = await Scrape.of(gateway);

    expect(scrape.sum('counterfoil_queue_paused', { queue: 'article', lane: 'interactive' })).to.equal(1);
    expect(scrape.sum('counterfoil_queue_paused', { queue: 'article', lane: 'bulk' })).to.equal(0);
    expect(scrape.sum('counterfoil_rejections_total', { reason: 'paused' })).to.be.at.least(1);
  });

  it('stays paused when Redis restarts, and at a gateway that starts meanwhile', async () => {
    await pause('interactive');
    await everywhere(create, 503);

    await redis.server.stop();
    const whileAway = await statusAt(ports()[0] ?? 0, create);
    await redis.server.start();
    const started = await startGateway(gatewaySettings(redis.server.url), events.emit);
    // The first request of an app looks it up; the pause comes before that.
    const atOnce = await statusAt(started.port, create);
    await until(
      async () => (await post(account, { verb: 'GET', path: '/readyz' }, ports()[0])).status === 200,
    );
    const after = await statusAt(ports()[0] ?? 0, create);
    await started.stop();

    expect({ whileAway, atOnce, after }).to.deep.equal({ whileAway: 503, atOnce: 503, after: 503 });
    const reasons = events.emitted('request').flatMap(({ reason }) => reason ?? []);
    expect(new Set(reasons)).to.deep.equal(new Set(['paused']));
  });

  it('loses no call that was accepted, under load [paused-queue]', async () => {
    const accepted: string[] = [];
    const statuses = new Set<number>();
    const load = { isEnough: false };
    const send = async (port: number) => {
      while (!load.isEnough) {
        const { status, body } = await post(account, create, port);
        statuses.add(status);
        if (status === 200) accepted.push(JSON.parse(body).data.article_ident);
      }
    };
    const senders = ports().flatMap((port) => Array.from({ length: 8 }, () => send(port)));
    const more = async (count: number) => {
      const wanted = accepted.length + count;
      await until(() => accepted.length >= wanted);
    };

    for (let round = 0; round < 2; round += 1) {
      await more(50);
      await pause('interactive', 2_000);
      await until(() => events.emitted('queue_paused').length === 2 * (round + 1));
      await until(() => events.emitted('queue_resumed').length === 2 * (round + 1));
    }
    await more(50);
    load.isEnough = true;
    await Promise.all(senders);

    const rows = await database()('articles').where({ account_id: account.id }).select('article_ident');
    const stored = new Set(rows.map(({ article_ident }) => article_ident));
    expect(statuses).to.deep.equal(new Set([200, 503]));
    expect(accepted.filter((ident) => !stored.has(ident))).to.deep.equal([]);
    // Beside one for each gateway from the preparation, nothing that was refused was done.
    expect(stored.size).to.equal(accepted.length + cluster.gateways.length);
  });
});
