// @alone: measures the time of refusals.
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { type Cluster, startCluster } from '../../support/cluster.ts';
import { expectHttpRejection } from '../../support/httpRejections.ts';
import { type PrivateRedis, startPrivateRedis } from '../../support/privateRedis.ts';
import { post } from '../../support/rawRequest.ts';
import { storedRows } from '../../support/stored.ts';
import { until } from '../../support/until.ts';

const method = 'customer.create';
/** Milliseconds: what waited for its deadline would take longer. */
const callDeadlineMs = 10_000;

describe('gateway with a Redis that is out of memory', () => {
  let server: PrivateRedis;
  let redis: Redis;
  let cluster: Cluster;
  let account: TestAccount;
  before(async () => {
    server = await startPrivateRedis();
    redis = new Redis(server.server.url);
    cluster = await startCluster({ redis: server.server.url, callDeadlineMs });
    account = await newAccount({}, cluster);
  });
  after(async () => {
    await cluster.stop();
    redis.disconnect();
    await server.remove();
  });

  const create = (city: string) =>
    post(account, { method, body: `{"bill_city":"${city}"}` }, cluster.gateways[0]?.port);
  const cities = async () => (await storedRows('customers', account.id)).map(({ bill_city }) => bill_city);

  it('rejects calls at once, never runs them, and accepts calls again when memory is free [redis-full]', async () => {
    await create('Kiel');
    await redis.config('SET', 'maxmemory', '1mb');
    const startedAt = performance.now();

    const refused = await create('Bonn');

    expectHttpRejection(refused, 'unavailable', method);
    expect(performance.now() - startedAt).to.be.below(callDeadlineMs / 2);
    await redis.config('SET', 'maxmemory', '0');
    await until(async () => (await create('Ulm')).status === 200);
    expect(await cities()).not.to.include('Bonn');
  });
});
