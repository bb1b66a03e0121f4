import { expect } from 'chai';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import { startWorker } from '../../../workers/worker.ts';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { type Cluster, startCluster, workerSettings } from '../../support/cluster.ts';
import { expectHttpRejection } from '../../support/httpRejections.ts';
import { TestQueue } from '../../support/queues.ts';
import { RawConnection } from '../../support/rawConnection.ts';
import { post, rawRequest } from '../../support/rawRequest.ts';
import { storedRows } from '../../support/stored.ts';
import { until } from '../../support/until.ts';

const redis = 11;
const method = 'customer.create';

/** Has no worker of customers, so that calls stay in flight until the test starts one. */
describe('an overloaded gateway', () => {
  let cluster: Cluster;
  let account: TestAccount;
  let queue: TestQueue;
  beforeEach(async () => {
    queue = new TestQueue('customer', redis);
    await queue.pretendWorker();
    cluster = await startCluster({ redis, resources: ['account', 'article'], maxCalls: 5 });
    account = await newAccount({}, cluster);
    await account.client.article.create({ article_title: 'makes the app known' });
  });
  afterEach(async () => {
    await cluster.stop();
    await queue.close();
  });

  const create = (city: string) =>
    post(account, { method, body: `{"bill_city":"${city}"}` }, cluster.gateways[0]?.port);

  it('rejects calls beyond the limit at once and never runs them [status-503]', async () => {
    const accepted = ['Kiel', 'Bonn', 'Ulm', 'Hof'].map(create);
    await until(async () => (await queue.waiting()).flatMap(({ calls }) => calls).length === 4);

    const refused = await create('Trier');

    expectHttpRejection(refused, 'unavailable', method);
    expect(refused.headers['retry-after']).to.match(/^[1-9]\d*$/);
    const worker = await startWorker(['customer'], workerSettings(redis), ignoreEvents);
    for (const answer of await Promise.all(accepted)) expect(answer).to.include({ status: 200 });
    const cities = (await storedRows('customers', account.id)).map(({ bill_city }) => bill_city);
    expect(cities).to.have.members(['Bonn', 'Hof', 'Kiel', 'Ulm']);
    expect(await create('Trier'), 'when the others are answered').to.include({ status: 200 });
    await worker.stop();
  });

  it('keeps no room for requests that are not signed, or not complete [overload-rejected]', async () => {
    const connections = await Promise.all(
      Array.from({ length: 8 }, () => RawConnection.open(cluster.gateways[0]?.port ?? 0)),
    );
    const incomplete = rawRequest(account, { method, body: '{"bill_city":"Trier"}' }).subarray(0, -1);
    await Promise.all(connections.map((connection) => connection.send(incomplete)));
    const stranger = { ...account, apiSecret: `${account.apiSecret}?` };
    const unsigned = await post(stranger, { method, body: '{}' }, cluster.gateways[0]?.port);

    const accepted = ['Kiel', 'Bonn', 'Ulm', 'Hof'].map(create);

    await until(async () => (await queue.waiting()).flatMap(({ calls }) => calls).length === 4);
    expectHttpRejection(unsigned, 'authentication_failed', method);
    for (const connection of connections) connection.close();
    const worker = await startWorker(['customer'], workerSettings(redis), ignoreEvents);
    await Promise.all(accepted);
    await worker.stop();
  });
});
