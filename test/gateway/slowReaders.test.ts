import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { expectHttpRefusal } from '../support/httpRefusals.ts';
import { RawConnection } from '../support/rawConnection.ts';
import { post, rawRequest } from '../support/rawRequest.ts';

const redis = 14;
const mostBytes = 4_000_000;
const readers = 20;
/** More than the system takes for a connection that nobody reads from. */
const readsOfEach = 60;

describe('a client that asks for large answers and reads none', () => {
  let cluster: Cluster;
  let account: TestAccount;
  let ident: string;
  let connections: RawConnection[];
  before(async () => {
    cluster = await startCluster({ redis, mostBytes, requestTimeoutMs: 1_000 });
  });
  beforeEach(async () => {
    account = await newAccount({}, cluster);
    const { article_ident } = await account.client.article.create({
      ...{ article_title: 'Tea', article_description: 'x'.repeat(65_000) },
    });
    ident = article_ident;
    connections = [];
  });
  afterEach(() => {
    for (const connection of connections) connection.close();
  });
  after(() => cluster.stop());

  const port = () => cluster.gateways[0]?.port ?? 0;
  const read = () => ({ method: 'article.read', body: JSON.stringify({ article_ident: ident }) });
  const askMuch = async () => {
    const connection = await RawConnection.open(port());
    connections.push(connection);
    connection.stopReading();
    const request = rawRequest(account, read());
    void connection.send(Buffer.concat(Array.from({ length: readsOfEach }, () => request)));
  };

  it('is refused while its unread answers fill its room, cut off, and served again', async () => {
    const other = await newAccount({}, cluster);
    await Promise.all(Array.from({ length: readers }, askMuch));
    await eventually(async () => (await post(account, read(), port())).status === 503);

    expectHttpRefusal(await post(account, read(), port()), 'unavailable', 'article.read');
    await other.client.article.create({ article_title: 'Coffee' });

    await eventually(async () => (await post(account, read(), port())).status === 200);
    for (const connection of connections) await connection.cut();
  });

  it('that reads, however much it is, gets it all', async () => {
    const connection = await RawConnection.open(port());
    connections.push(connection);
    const request = rawRequest(account, read());
    for (let count = 0; count < readsOfEach; count++) {
      void connection.send(request);
      expect((await connection.answer()).status).to.equal(200);
    }
  });
});
