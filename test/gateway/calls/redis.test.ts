import { expect } from 'chai';
import { newAccount } from '../../support/account.ts';
import { type Cluster, startCluster } from '../../support/cluster.ts';
import { freshAccount } from '../../support/fixtures.ts';
import { expectHttpRejection } from '../../support/httpRejections.ts';
import { type PrivateRedis, startPrivateRedis } from '../../support/privateRedis.ts';
import type { RawAnswer } from '../../support/rawConnection.ts';
import { post } from '../../support/rawRequest.ts';
import { storedRows } from '../../support/stored.ts';
import { until } from '../../support/until.ts';

const callDeadlineMs = 500;
const method = 'customer.create';

describe('gateway without Redis', () => {
  let redis: PrivateRedis;
  let cluster: Cluster;
  before(async () => {
    redis = await startPrivateRedis();
    cluster = await startCluster({ redis: redis.server.url, callDeadlineMs });
  });
  const account = freshAccount(() => newAccount({}, cluster));
  afterEach(() => startRedis());
  after(async () => {
    await cluster.stop();
    await redis.remove();
  });

  const port = () => cluster.gateways[0]?.port;
  const isReady = async () => (await post(account, { verb: 'GET', path: '/readyz' }, port())).status === 200;
  const create = (city: string) => post(account, { method, body: `{"bill_city":"${city}"}` }, port());
  const cities = async () => (await storedRows('customers', account.id)).map(({ bill_city }) => bill_city);
  const stopRedis = async () => {
    await redis.server.stop();
    await until(async () => !(await isReady()));
  };
  const startRedis = async () => {
    await redis.server.start();
    await until(isReady);
  };

  it('answers the same to an app that it has not found before', async () => {
    await stopRedis();

    expectUnavailable(await create('Kiel'));
  });

  it('never runs rejected calls, even after Redis is back [status-503]', async () => {
    await create('Kiel');
    await stopRedis();
    const startedAt = performance.now();
    for (const answer of await Promise.all(['Bonn', 'Bonn', 'Bonn'].map(create))) expectUnavailable(answer);
    expect(performance.now() - startedAt).to.be.below(callDeadlineMs + 5_000);

    await startRedis();

    expect(await create('Ulm')).to.include({ status: 200 });
    expect(await cities()).to.deep.equal(['Kiel', 'Ulm']);
  });

  it('refuses wrong requests as usual', async () => {
    await create('Kiel');
    await stopRedis();

    expectHttpRejection(await post(account, { body: '[]' }, port()), 'body_malformed');
    expectHttpRejection(await post(account, { method: 'no.such' }, port()), 'method_unknown', 'no.such');
    expectHttpRejection(
      await post(account, { headers: { 'X-Svc-Hmac': '' } }, port()),
      'authentication_failed',
    );
  });

  function expectUnavailable(answer: RawAnswer): void {
    expectHttpRejection(answer, 'unavailable', method);
    expect(answer.headers['retry-after']).to.match(/^[1-9]\d*$/);
  }
});
