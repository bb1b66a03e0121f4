import { expect } from 'chai';
import type { Gateway } from '../../../gateway/gateway.ts';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { type Cluster, startCluster } from '../../support/cluster.ts';
import { expectHttpRejection } from '../../support/httpRejections.ts';
import { Scrape } from '../../support/metrics.ts';
import { type PrivateRedis, startPrivateRedis } from '../../support/privateRedis.ts';
import { post } from '../../support/rawRequest.ts';
import { signedV2 } from '../../support/signatures.ts';
import { TcpProxy } from '../../support/tcpProxy.ts';
import { until } from '../../support/until.ts';

const callDeadlineMs = 1_500;

describe('nonces (waits for deadlines)', () => {
  let redis: PrivateRedis;
  let proxy: TcpProxy;
  let cluster: Cluster;
  let account: TestAccount;
  before(async () => {
    redis = await startPrivateRedis();
    const url = new URL(redis.server.url);
    proxy = await TcpProxy.listen(Number(url.port));
    url.port = String(proxy.port);
    cluster = await startCluster({ redis: url.href, callDeadlineMs });
    account = await newAccount({}, cluster);
    await send('customer.exists');
  });
  after(async () => {
    await cluster.stop();
    await proxy.close();
    await redis.remove();
  });

  const port = () => cluster.gateways[0]?.port;
  const send = (method: string, seen = signedV2(account, { method })) => post(account, seen, port());
  const refusedForNonces = async () =>
    (await Scrape.of(cluster.gateways[0] as Gateway)).sum('counterfoil_rejections_total', {
      reason: 'nonces',
    });
  const isReady = async () => (await post(account, { verb: 'GET', path: '/readyz' }, port())).status === 200;

  it('belong to the same request when the answer of Redis is lost: it passes, and only once', async () => {
    const seen = signedV2(account, { method: 'customer.delete' });
    proxy.dropAnswers(1, '{nonces}');

    expect(await send('customer.delete', seen)).to.include({ status: 200 });

    expect(proxy.dropped).to.equal(1);
    expectHttpRejection(await send('customer.delete', seen), 'authentication_failed', 'customer.delete');
  });

  it('wait while Redis is silent', async () => {
    proxy.pause();
    const call = send('customer.delete');
    setImmediate(() => proxy.resume());

    expect(await call).to.include({ status: 200 });
  });

  for (const method of ['customer.exists', 'customer.delete'])
    it(`make a ${method} unavailable at its deadline, not unauthenticated, while Redis is away`, async () => {
      await redis.server.stop();
      await until(async () => !(await isReady()));
      const startedAt = performance.now();
      const before = await refusedForNonces();

      const answer = await send(method);

      expectHttpRejection(answer, 'unavailable', method);
      expect(await refusedForNonces()).to.equal(before + 1);
      expect(performance.now() - startedAt).to.be.within(callDeadlineMs - 100, callDeadlineMs + 2_000);
      await redis.server.start();
      await until(isReady);
    });
});
