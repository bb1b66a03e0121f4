import { expect } from 'chai';
import { type Counterfoil, counterfoil } from '../../client/webClient.ts';
import { ignoreEvents } from '../../shared/runtime/process/log.ts';
import { startWorker } from '../../workers/worker.ts';
import { newAccount, type TestAccount } from '../support/account.ts';
import { type Cluster, startCluster, workerSettings } from '../support/cluster.ts';
import { recordEvents } from '../support/events.ts';
import { startPrivateRedis } from '../support/privateRedis.ts';
import { storedRows } from '../support/stored.ts';
import { until } from '../support/until.ts';

const redis = 9;
const callDeadlineMs = 300;

describe('client (stops Redis and workers)', () => {
  it('repeats while no worker answers, until one does; the write runs once', async () => {
    const { emit, emitted } = recordEvents();
    const cluster = await startCluster({ redis, resources: ['account'], callDeadlineMs, emit });
    const { account, client } = await patientClient(cluster);

    const call = client.customer.create({});
    await until(() => emitted('request').some(({ status }) => status === 504));
    const worker = await startWorker(['customer'], workerSettings(redis), ignoreEvents);

    await expectOne(account, await call);
    await client.close();
    await cluster.stop();
    await worker.stop();
  });

  it('repeats while Redis is down, until it is back; the write runs once [redis-down]', async () => {
    const { emit, emitted } = recordEvents();
    const { server, remove } = await startPrivateRedis();
    const cluster = await startCluster({ redis: server.url, callDeadlineMs, emit });
    const { account, client } = await patientClient(cluster);
    await client.article.create({ article_title: 'makes the app known' });

    await server.stop();
    const call = client.customer.create({});
    await until(() => emitted('request').some(({ status }) => status === 503));
    await server.start();

    await expectOne(account, await call);
    await client.close();
    await cluster.stop();
    await remove();
  });
});

async function patientClient(cluster: Cluster): Promise<{ account: TestAccount; client: Counterfoil }> {
  const account = await newAccount({}, cluster);
  const { appId, apiSecret } = account;
  return { account, client: counterfoil({ url: cluster.url, appId, apiSecret, repeats: 20 }) };
}

async function expectOne(
  { id }: TestAccount,
  { customer_ident }: { readonly customer_ident: string },
): Promise<void> {
  const customers = await storedRows('customers', id);
  expect(customers.map((customer) => customer.customer_ident)).to.deep.equal([customer_ident]);
}
