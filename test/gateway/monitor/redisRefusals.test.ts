import { expect } from 'chai';
import { Redis } from 'ioredis';
import type { Gateway } from '../../../gateway/gateway.ts';
import { MetricsServer } from '../../../shared/runtime/metrics/metricsServer.ts';
import { newAccount } from '../../support/account.ts';
import { type Cluster, startCluster } from '../../support/cluster.ts';
import { freshAccount } from '../../support/fixtures.ts';
import { Scrape } from '../../support/metrics.ts';
import { type PrivateRedis, startPrivateRedis } from '../../support/privateRedis.ts';
import { post } from '../../support/rawRequest.ts';
import { until } from '../../support/until.ts';

describe('metrics of a gateway whose Redis fails (stops Redis)', () => {
  let redis: PrivateRedis;
  let cluster: Cluster;
  let metrics: MetricsServer;
  before(async () => {
    redis = await startPrivateRedis();
    cluster = await startCluster({ redis: redis.server.url, callDeadlineMs: 500 });
    metrics = await MetricsServer.listen({ host: '127.0.0.1', port: 0 });
    metrics.serve(gateway().monitor);
  });
  const account = freshAccount(() => newAccount({}, cluster));
  beforeEach(async () => {
    await until(async () => (await create()).status === 200);
  });
  after(async () => {
    metrics?.close();
    await cluster.stop();
    await redis.remove();
  });

  const gateway = () => cluster.gateways[0] as Gateway;
  const create = () => post(account, { method: 'customer.create', body: '{}' }, gateway().port);
  const scaling = () => fetch(`http://127.0.0.1:${metrics.port}/scaling`);
  const refused = async (reason: string) =>
    (await Scrape.of(gateway())).sum('counterfoil_rejections_total', { reason });

  it('count `redis_full` while it has no memory left', async () => {
    const client = new Redis(redis.server.url);
    await client.config('SET', 'maxmemory', '1mb');

    await until(async () => (await create()).status === 503 && (await refused('redis_full')) > 0);

    await client.config('SET', 'maxmemory', '0');
    client.disconnect();
  });

  it('/scaling has no answer once it is full, since no process can report', async () => {
    const client = new Redis(redis.server.url);
    await until(async () => (await scaling()).status === 200);
    await client.config('SET', 'maxmemory', '1mb');

    await until(async () => (await scaling()).status === 503);
    expect(await (await scaling()).text()).to.include('keep the present numbers of processes');

    await client.config('SET', 'maxmemory', '0');
    client.disconnect();
    await until(async () => (await scaling()).status === 200);
  });

  it('count `redis` while it is away, and failures of its connections; workers turn unready, and /scaling has no answer', async () => {
    const [worker] = cluster.workers;
    expect(await worker?.monitor.readiness()).to.include({ ready: true, redis: true, database: true });
    await redis.server.stop();

    await create();
    const answer = await scaling();

    expect(answer.status).to.equal(503);
    expect(await answer.text()).to.include('keep the present numbers of processes');
    expect(await refused('redis')).to.be.at.least(1);
    const scrape = await Scrape.of(gateway());
    expect(scrape.sum('counterfoil_connection_failures_total', { to: 'redis' })).to.be.at.least(1);
    await until(async () => (await worker?.monitor.readiness())?.ready === false);
    await redis.server.start();
    await until(async () => (await worker?.monitor.readiness())?.ready);
  });
});
