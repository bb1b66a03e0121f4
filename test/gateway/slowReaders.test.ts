import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { expectHttpRefusal } from '../support/httpRefusals.ts';
import { TestQueue } from '../support/queues.ts';
import { RawConnection } from '../support/rawConnection.ts';
import { post, rawRequest } from '../support/rawRequest.ts';
import { until } from '../support/until.ts';

const redis = 14;
/** More than the system takes for a connection that nobody reads from; and the reads are for more than both together. */
const mostBytes = 12_000_000;
const reads = 60;
const sku = 'TEA-1';
const hits = 5;

describe('a client that asks for large answers and reads none', () => {
  let cluster: Cluster;
  let queue: TestQueue;
  let account: TestAccount;
  let connections: RawConnection[];
  before(async () => {
    queue = new TestQueue('article', redis);
    cluster = await startCluster({ redis, mostBytes, requestTimeoutMs: 8_000 });
  });
  beforeEach(async () => {
    account = await newAccount({}, cluster);
    const article_description = 'x'.repeat(65_000);
    for (let count = 0; count < hits; count++)
      await account.client.article.create({ article_title: 'Tea', article_sku: sku, article_description });
    connections = [];
  });
  afterEach(() => {
    for (const connection of connections) connection.close();
  });
  after(async () => {
    await cluster.stop();
    await queue.close();
  });

  const port = () => cluster.gateways[0]?.port ?? 0;
  const read = () => ({
    method: 'article.read',
    body: JSON.stringify({ article_identifier: 'sku', article_sku: sku }),
  });
  const askMuch = async () => {
    const connection = await RawConnection.open(port());
    connections.push(connection);
    connection.stopReading();
    const request = rawRequest(account, read());
    void connection.send(Buffer.concat(Array.from({ length: reads }, () => request)));
  };

  it('is refused while its unread answers fill its room, and served again when it is cut off', async () => {
    const other = await newAccount({}, cluster);
    await askMuch();
    await eventually(async () => (await post(account, read(), port())).status === 503);
    await until(async () => (await queue.counts()).waiting + (await queue.counts()).active === 0);

    expectHttpRefusal(await post(account, read(), port()), 'unavailable', 'article.read');
    await other.client.article.create({ article_title: 'Coffee' });

    await eventually(async () => (await post(account, read(), port())).status === 200);
  }).timeout(60_000);

  it('that reads, however much it is, gets it all', async () => {
    const connection = await RawConnection.open(port());
    connections.push(connection);
    const request = rawRequest(account, read());
    for (let count = 0; count < reads; count++) {
      void connection.send(request);
      expect((await connection.answer()).status).to.equal(200);
    }
  });
});
