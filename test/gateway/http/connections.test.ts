import { expect } from 'chai';
import type { Gateway } from '../../../gateway/gateway.ts';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { type Cluster, startCluster } from '../../support/cluster.ts';
import { expectHttpRejection } from '../../support/httpRejections.ts';
import { Scrape } from '../../support/metrics.ts';
import { TestQueue } from '../../support/queues.ts';
import { RawConnection } from '../../support/rawConnection.ts';
import { rawRequest } from '../../support/rawRequest.ts';
import { until } from '../../support/until.ts';

const redis = 13;
const maxConnections = 5;
const healthz = 'GET /healthz HTTP/1.1\r\nHost: counterfoil.example\r\n\r\n';
const create = { method: 'customer.create', body: '{}' };

/** Has no worker of customers, so that calls stay in flight. */
describe('a gateway with as many connections as it may have (many connections)', () => {
  let cluster: Cluster;
  let account: TestAccount;
  let queue: TestQueue;
  let open: RawConnection[];
  beforeEach(async () => {
    cluster = await startCluster({
      redis,
      resources: ['account', 'article'],
      maxConnections,
      callDeadlineMs: 3_000,
      servesDocs: true,
    });
    account = await newAccount({}, cluster);
    await account.client.article.create({ article_title: 'makes the app known' });
    queue = new TestQueue('customer', redis);
    open = [];
  });
  afterEach(async () => {
    for (const connection of open) connection.close();
    await cluster.stop();
    await queue.close();
  });

  const connect = async () => {
    const connection = await RawConnection.open(cluster.gateways[0]?.port ?? 0);
    open.push(connection);
    return connection;
  };
  const connectAll = () => Promise.all(Array.from({ length: maxConnections }, connect));

  const serves = async () => {
    const late = await connect();
    await late.send(rawRequest(account, { method: 'article.create', body: '{}' }));
    return (await late.answer()).status === 200;
  };

  it('closes one that sends nothing to accept a new one [connection-limit]', async () => {
    const silent = await connectAll();

    await until(serves);

    await until(() => silent.some(({ isEnded }) => isEnded));
  });

  it('closes one whose request arrives slowly to accept a new one [connection-limit]', async () => {
    const slow = await connectAll();
    for (const connection of slow) await connection.send(rawRequest(account, create).subarray(0, -1));

    await until(serves);

    await until(() => slow.some(({ isEnded }) => isEnded));
  });

  it('keeps those with a call in flight, and closes idle ones [connection-limit]', async () => {
    const [busy, ...idle] = await connectAll();
    for (const connection of idle) {
      await connection.send(healthz);
      await connection.answer();
    }
    await busy?.send(rawRequest(account, create));
    await until(async () => (await queue.counts()).waiting === 1);

    for (const late of await connectAll()) await late.send(healthz);

    await until(() => idle.some(({ isEnded }) => isEnded));
    expectHttpRejection((await busy?.answer()) as never, 'outcome_unknown', 'customer.create');
  });

  it('answers health checks, and refuses calls and documentation, when all are busy', async () => {
    for (const connection of await connectAll()) await connection.send(rawRequest(account, create));
    await until(async () => (await queue.waiting()).flatMap(({ calls }) => calls).length === maxConnections);

    const watching = await connect();
    const calling = await connect();
    const reading = await connect();
    await watching.send(healthz);
    await calling.send(rawRequest(account, { method: 'article.create', body: '{}' }));
    await reading.send('GET /docs HTTP/1.1\r\nHost: counterfoil.example\r\n\r\n');

    expect(await watching.answer()).to.include({ status: 200 });
    const refused = await calling.answer();
    expectHttpRejection(refused, 'unavailable', 'article.create');
    expect(refused.headers).to.include({ connection: 'close' }).and.to.include.keys('retry-after');
    const unread = await reading.answer();
    expect(unread).to.include({ status: 503 });
    expect(unread.headers).to.include({ connection: 'close' });
    const scrape = await Scrape.of(cluster.gateways[0] as Gateway);
    expect(scrape.sum('counterfoil_rejections_total', { reason: 'connections' })).to.equal(2);
  });
});
