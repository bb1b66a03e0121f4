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
  before(async () => {
    redis = await startPrivateRedis();
    cluster = await startCluster({ redis: redis.server.url, callDeadlineMs: 500 });
  });
  const account = freshAccount(() => newAccount({}, cluster));
  beforeEach(async () => {
    await until(async () => (await create()).status === 200);
  });
  after(async () => {
    await cluster.stop();
    await redis.remove();
  });

  const gateway = () => cluster.gateways[0] as Gateway;
  const create = () => post(account, { method: 'customer.create', body: '{}' }, gateway().port);
  const refused = async (reason: string) =>
    (await Scrape.of(gateway())).sum('counterfoil_rejections_total', { reason });

  it('count `redis_full` while it has no memory left', async () => {
    const client = new Redis(redis.server.url);
    await client.config('SET', 'maxmemory', '1mb');

    await until(async () => (await create()).status === 503 && (await refused('redis_full')) > 0);

    await client.config('SET', 'maxmemory', '0');
    client.disconnect();
  });

  it('count `redis` while it is away, and failures of its connections; workers turn unready, and /scaling has no answer', async () => {
    const [worker] = cluster.workers;
    expect(await worker?.monitor.readiness()).to.include({ ready: true, redis: true, database: true });
    await redis.server.stop();

    await create();
    const server = await MetricsServer.listen({ host: '127.0.0.1', port: 0 });
    server.serve(gateway().monitor);
    const scaling = await fetch(`http://127.0.0.1:${server.port}/scaling`);
    server.close();

    expect(scaling.status).to.equal(503);
    expect(await scaling.text()).to.include('keep the present numbers of processes');
    expect(await refused('redis')).to.be.at.least(1);
    const scrape = await Scrape.of(gateway());
    expect(scrape.sum('counterfoil_connection_failures_total', { to: 'redis' })).to.be.at.least(1);
    await until(async () => (await worker?.monitor.readiness())?.ready === false);
    await redis.server.start();
    await until(async () => (await worker?.monitor.readiness())?.ready);
  });
});
