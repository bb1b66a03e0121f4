import { expect } from 'chai';
import { type Gateway, startGateway } from '../../../gateway/gateway.ts';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { type Cluster, gatewaySettings, startCluster } from '../../support/cluster.ts';
import { recordEvents } from '../../support/events.ts';
import { expectHttpRejection } from '../../support/httpRejections.ts';
import { type PrivateRedis, startPrivateRedis } from '../../support/privateRedis.ts';
import { emittedFor, newLimitedApp, nothingEmitted, stretchSecond } from '../../support/rateLimits.ts';
import { post, type Signer } from '../../support/rawRequest.ts';
import { TcpProxy } from '../../support/tcpProxy.ts';
import { until } from '../../support/until.ts';

/** Unknown method, which the gateway answers alone, after the check of the limit. */
const method = 'no.such';

describe('rate limit without Redis', () => {
  const { emit, emitted } = recordEvents();
  let redis: PrivateRedis;
  let proxy: TcpProxy;
  let workers: Cluster;
  let gateway: Gateway;
  let account: TestAccount;
  let app: Signer;
  before(async () => {
    redis = await startPrivateRedis();
    const proxied = new URL(redis.server.url);
    proxy = await TcpProxy.listen(Number(proxied.port));
    proxied.port = `${proxy.port}`;
    workers = await startCluster({ redis: redis.server.url, gateways: 0 });
    gateway = await startGateway(gatewaySettings(proxied.href, { callDeadlineMs: 500 }), emit);
    account = await newAccount({}, workers);
  });
  beforeEach(async () => {
    app = await newLimitedApp(account.id, 1);
    await stretchSecond({ ...workers, gateways: [gateway] }, app.appId);
    // Busy workers may look the new app up for longer than this gateway waits.
    await until(async () => (await send(app)).status === 400);
    expect(await send(app)).to.include({ status: 429 });
  });
  after(async () => {
    await gateway.stop();
    await workers.stop();
    await proxy.close();
    await redis.remove();
  });

  const send = (signer: Signer, name = method) => post(signer, { method: name }, gateway.port);
  const isReady = async () =>
    (await post(account, { verb: 'GET', path: '/readyz' }, gateway.port)).status === 200;
  const skipped = () => emitted('rate_limit_skipped').length;
  const withoutRedis = async (act: () => Promise<void>) => {
    await redis.server.stop();
    await until(async () => !(await isReady()));
    await act();
    await redis.server.start();
    await until(isReady);
  };

  it('lets requests pass and logs it; the queue reports that Redis is away', () =>
    withoutRedis(async () => {
      const before = skipped();

      const answer = await send(app);

      expectHttpRejection(answer, 'method_unknown', method);
      expect(emittedFor(answer)).to.deep.equal(nothingEmitted);
      expect(emitted('rate_limit_skipped').at(-1)).to.include({ key: app.appId });
      expect(skipped() - before).to.equal(1);
      expectHttpRejection(await send(app, 'customer.exists'), 'unavailable');
    }));

  it('counts again when Redis is back', async () => {
    await withoutRedis(async () => void (await send(app)));

    expect(emittedFor(await send(app))).to.include({ limit: '1' });
  });

  it('lets requests pass while Redis is silent', async () => {
    proxy.pause();

    expectHttpRejection(await send(app), 'method_unknown', method);

    proxy.resume();
    await until(isReady);
  });

  it('does not ask Redis for an app without a limit', async () => {
    await send(account);
    await withoutRedis(async () => {
      const before = skipped();

      expectHttpRejection(await send(account), 'method_unknown', method);

      expect(skipped()).to.equal(before);
    });
  });
});
