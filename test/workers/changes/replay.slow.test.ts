import { expect } from 'chai';
import { counterfoil } from '../../../client/nodeClient.ts';
import { newAccount } from '../../support/account.ts';
import { ChangeFollower, type ListChanges } from '../../support/changeFollower.ts';
import { storedIdents } from '../../support/changes.ts';
import { startCluster } from '../../support/cluster.ts';
import { startWorkerProcess, type WorkerProcess } from '../../support/workerProcess.ts';

const writers = 6;
const rounds = 5;
const articles = 50;
const readers = 4;

/** Uses a Redis database of its own. A worker process is killed, and the worker in this process takes over. */
describe('readers of changes (kills a worker under load)', function () {
  this.timeout(120_000);

  let victim: WorkerProcess;
  before(async () => {
    victim = await startWorkerProcess(12);
  });
  after(() => victim.kill());

  it('read what the tables have, while a worker is killed [changes-complete]', async () => {
    const cluster = await startCluster({ redis: 12 });
    const account = await newAccount({}, cluster);
    const list: ListChanges = async (request) => {
      const { envelope } = await account.send('changes.list', request);
      return envelope.response ? (envelope.data as Awaited<ReturnType<ListChanges>>) : undefined;
    };
    const all = await Promise.all(
      Array.from({ length: readers }, (_, index) => new ChangeFollower(list, 50 + 300 * index).start()),
    );
    let isDone = false;
    const reading = all.map((reader) => reader.live(() => isDone));

    // This client repeats calls that the killed worker had taken.
    const { appId, apiSecret } = account;
    const client = counterfoil({ url: cluster.url, appId, apiSecret, deadlineMs: 90_000 });
    const write = async (writer: number) => {
      for (let round = 0; round < rounds; round += 1) {
        if (writer === 0 && round === 2) await victim.kill();
        const titles = Array.from({ length: articles }, (_, index) => ({
          method: 'article.create' as const,
          data: { article_title: `${writer}.${round}.${index}` },
        }));
        const made = await client.batch(titles);
        const idents = made.map(({ data }) => data?.article_ident ?? '');
        const { customer_ident } = await client.customer.create({ divergent_delivery_address: 1 });
        const article_title = 'Changed';
        await client.batch(
          idents.map((article_ident) => ({
            method: 'article.update' as const,
            data: { article_ident, article_title },
          })),
        );
        await client.article.delete({ article_ident: idents[0] as string });
        if (round % 2 === 0) await client.customer.delete({ customer_ident });
      }
    };
    try {
      await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
    } finally {
      isDone = true;
      await Promise.all(reading);
      await client.close();
      await cluster.stop();
    }

    // Each round has creates, updates, a delete, and a customer with its address; every second customer is deleted.
    const deletedCustomers = writers * Math.ceil(rounds / 2);
    const written = writers * rounds * (2 * articles + 1 + 2) + 2 * deletedCustomers;
    const stored = await storedIdents(account.id);
    for (const reader of all) expect(reader.differences(stored)).to.deep.equal([]);
    expect(all.map(({ count }) => count)).to.deep.equal(all.map(() => written));
  });
});
