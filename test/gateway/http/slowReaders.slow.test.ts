import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { newAccount } from '../../support/account.ts';
import { type Cluster, startCluster } from '../../support/cluster.ts';
import { freshAccount } from '../../support/fixtures.ts';
import { expectHttpRejection } from '../../support/httpRejections.ts';
import { TestQueue } from '../../support/queues.ts';
import { RawConnection } from '../../support/rawConnection.ts';
import { post, rawRequest } from '../../support/rawRequest.ts';
import { until } from '../../support/until.ts';

const redis = 14;
/** Room for a few large answers; beside it the system takes some megabytes for a connection that nobody reads from. */
const maxBytes = 4_000_000;
const sku = 'TEA-1';
const hits = 5;

describe('a client that asks for large answers and reads none (fills the room for answers)', () => {
  let cluster: Cluster;
  let queue: TestQueue;
  let connections: RawConnection[];
  before(async () => {
    queue = new TestQueue('article', redis);
    cluster = await startCluster({ redis, maxBytes, requestTimeoutMs: 8_000 });
  });
  const account = freshAccount(() => newAccount({}, cluster));
  beforeEach(async () => {
    for (let count = 0; count < hits; count++) {
      // Compressing saves only a quarter.
      const article_description = randomBytes(48_000).toString('base64');
      await account.client.article.create({ article_title: 'Tea', article_sku: sku, article_description });
    }
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
  const openUnread = async () => {
    const connection = await RawConnection.open(port());
    connections.push(connection);
    connection.stopReading();
    return connection;
  };
  /** Asks for a few answers at a time: room is set aside for each request until it is answered. */
  const askFor = async (count: number, encoding: string, connection: RawConnection) => {
    const request = rawRequest(account, { ...read(), headers: { 'Accept-Encoding': encoding } });
    await connection.send(Buffer.concat(Array.from({ length: count }, () => request)));
    await until(async () => (await queue.counts()).waiting + (await queue.counts()).active === 0);
  };

  for (const encoding of ['identity', 'gzip'])
    it(`is refused while its unread answers fill its room, and served again when it is cut off, for ${encoding} [answers-bounded]`, async () => {
      const other = await newAccount({}, cluster);
      const unread = await Promise.all(Array.from({ length: 4 }, openUnread));
      let refusals = 0;
      for (let round = 0; refusals < 10; round += 1) {
        const { status } = await post(account, read(), port());
        refusals = status === 503 ? refusals + 1 : 0;
        if (refusals === 0) await askFor(2, encoding, unread[round % unread.length] as RawConnection);
      }

      expectHttpRejection(await post(account, read(), port()), 'unavailable', 'article.read');
      await other.client.article.create({ article_title: 'Coffee' });

      await until(async () => (await post(account, read(), port())).status === 200);
    }).timeout(60_000);

  it('that reads its answers gets all of them, however many', async () => {
    const connection = await RawConnection.open(port());
    connections.push(connection);
    const request = rawRequest(account, read());
    for (let count = 0; count < 60; count++) {
      void connection.send(request);
      expect((await connection.answer()).status).to.equal(200);
    }
  });
});
