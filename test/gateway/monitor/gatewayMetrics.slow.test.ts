import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Gateway } from '../../../gateway/gateway.ts';
import { countGatewayEvents } from '../../../gateway/monitor/countGatewayEvents.ts';
import { gatewayMeters } from '../../../gateway/monitor/gatewayMeters.ts';
import { probePaths } from '../../../gateway/requests/routes.ts';
import { httpRejections } from '../../../shared/contract/httpRejections.ts';
import { gatewayOperations, publicOperations } from '../../../shared/contract/operations/allOperations.ts';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import { queuesOf } from '../../../shared/wire/queues.ts';
import { startWorker, type Worker } from '../../../workers/worker.ts';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { newSigner } from '../../support/apps.ts';
import { type Cluster, startCluster, workerSettings } from '../../support/cluster.ts';
import { Scrape } from '../../support/metrics.ts';
import { emptyRedis } from '../../support/openRedis.ts';
import { post } from '../../support/rawRequest.ts';
import { until } from '../../support/until.ts';

const redis = 12;
const maxSeries = 1_800;

describe('metrics of a gateway (100 restarts)', () => {
  let cluster: Cluster;
  let account: TestAccount;
  beforeEach(async () => {
    cluster = await startCluster({ redis });
    account = await newAccount({}, cluster);
  });
  afterEach(() => cluster.stop());

  const gateway = () => cluster.gateways[0] as Gateway;
  const scrape = () => Scrape.of(gateway());

  it('count requests by verb, route and status, and operations by outcome', async () => {
    await account.client.article.create({ article_title: 'Tee' });
    await account.send('article.delete', { article_ident: 'art_unknown' });
    await account.send('article.create', '{');
    await post(account, { path: '/api/v1/customer.exists' }, gateway().port);
    await post(account, { verb: 'GET', path: '/docs' }, gateway().port);
    await post(account, { verb: 'GET', path: '/healthz' }, gateway().port);
    await post(account, { verb: 'PROPFIND', path: '/nowhere' }, gateway().port);

    const seen = await scrape();

    const count = 'http_server_request_duration_seconds_count';
    const requests = (method: string, route: string, status: number) =>
      seen.sum(count, {
        http_request_method: method,
        http_route: route,
        http_response_status_code: `${status}`,
      });
    expect(requests('POST', '/api/v1', 200), 'of both forms').to.equal(3);
    expect(requests('POST', '/api/v1', 400)).to.equal(1);
    expect(requests('GET', '/healthz', 200)).to.equal(1);
    expect(requests('GET', 'other', 404)).to.equal(1);
    expect(requests('_OTHER', 'other', 404)).to.equal(1);
    const outcomes = (operation: string, outcome: string) =>
      seen.sum('counterfoil_requests_total', { operation, outcome });
    expect(outcomes('article.create', 'done')).to.equal(1);
    expect(outcomes('article.create', 'rejected')).to.equal(1);
    expect(outcomes('article.delete', 'refused')).to.equal(1);
    expect(outcomes('customer.exists', 'refused')).to.equal(1);
    expect(seen.sum('counterfoil_operation_duration_seconds_count')).to.equal(3);
  });

  it('name the version of the release, also those of workers', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

    for (const one of [gateway(), cluster.workers[0] as Worker])
      expect((await Scrape.of(one)).values('counterfoil_build_info', { version })).to.deep.equal([1]);
  });

  it('count wrong signatures, look-ups of apps and replies', async () => {
    await account.client.article.create({ article_title: 'Tee' });
    await post({ ...account, apiSecret: 'wrong' }, {}, gateway().port);
    await post(newSigner(), {}, gateway().port);

    const seen = await scrape();

    for (const reason of ['bad_signature', 'unknown_app'])
      expect(seen.sum('counterfoil_signature_rejections_total', { reason }), reason).to.equal(1);
    expect(seen.sum('counterfoil_app_lookups_total', { result: 'found' })).to.equal(1);
    expect(seen.sum('counterfoil_app_lookups_total', { result: 'unknown' })).to.equal(1);
    expect(seen.sum('counterfoil_reply_stream_lag_seconds_count')).to.be.at.least(3);
  });

  it('count calls that Redis lost', async () => {
    const customers = { queue: 'customer', lane: 'interactive' };
    const lonely = await startCluster({ redis: 13, resources: ['account', 'article'] });
    const other = await newAccount({}, lonely);
    const [first] = lonely.gateways as [Gateway];
    await other.client.article.create({ article_title: 'makes the app known' });
    const creating = other.client.customer.create({});
    const inFlight = async () => (await Scrape.of(first)).sum('counterfoil_calls_in_flight', customers);
    await until(async () => (await inFlight()) === 1);

    await until(async () => {
      await emptyRedis(13);
      return (await Scrape.of(first)).sum('counterfoil_calls_resent_total', customers) > 0;
    });

    const worker = await startWorker(['customer'], workerSettings(13), ignoreEvents);
    await creating;
    await worker.stop();
    await lonely.stop();
  });

  it('have at most 1,800 series, also after 100 restarts of a worker', async function () {
    this.timeout(120_000);
    for (let restart = 0; restart < 100; restart += 1) {
      const worker = await startWorker(['article'], workerSettings(redis), ignoreEvents);
      if (restart % 10 === 0) await account.client.article.create({ article_title: 'Tee' });
      await worker.stop();
    }

    for (const process of [gateway(), ...cluster.workers])
      expect((await Scrape.of(process)).series.length).to.be.at.most(maxSeries);
  });

  it('have at most 1,800 series, whatever happens', async () => {
    const meters = gatewayMeters();
    const handlers = countGatewayEvents(meters);
    const request = { requestId: 'r', app: 'a', account: '', bytes: 1, ms: 1 };
    const methods = [...Object.keys({ ...publicOperations, ...gatewayOperations }), 'made.up', 'another'];
    const answers = [
      { status: 200, code: '' },
      { status: 200, code: 'field_required' },
    ];
    const refusals = Object.entries(httpRejections).map(([code, { status }]) => ({ status, code }));
    for (const method of methods)
      for (const answer of [...answers, ...refusals]) handlers.request?.({ ...request, method, ...answer });
    for (const verb of ['GET', 'PUT', 'BREW', 'BIND'])
      for (const status of [200, 404, 405, 503]) {
        handlers.request?.({ ...request, method: '', verb, path: 'other', status, code: '' });
        for (const path of probePaths) handlers.probe?.({ verb, path, status, ms: 1 });
      }
    for (const { resource, lane } of queuesOf())
      handlers.calls_resent?.({
        queue: lane === 'bulk' ? `${resource}.bulk` : resource,
        calls: 1,
        callIds: ['c'],
      });

    const counted = await seriesOf(meters);

    const others = (await scrape()).series.length - (await seriesOf(gatewayMeters()));
    expect(counted + Math.max(others, 0)).to.be.at.most(maxSeries);
  });
});

async function seriesOf(meters: ReturnType<typeof gatewayMeters>): Promise<number> {
  const metrics = await Promise.all(Object.values(meters).map((meter) => meter.get()));
  return metrics.reduce((sum, { values }) => sum + values.length, 0);
}
