import { expect } from 'chai';
import { type Counterfoil, counterfoil } from '../../client/nodeClient.ts';
import { newAccount } from '../support/account.ts';
import { freshAccount, ownCluster } from '../support/fixtures.ts';
import { allIdents, type Listing, listings } from '../support/listing.ts';

const clients = 8;
const rounds = 6;

/** `npm run test:all -- lists` acknowledges 100,000. */
const writes = Number(process.env.LISTED_WRITES ?? 200);
const writers = 16;

describe('the next list after an acknowledged write (lists after each of many)', function () {
  this.timeout(60_000);
  const account = freshAccount();

  /** Each client writes, and lists after each answer. */
  const inParallel = (write: (client: number, round: number) => Promise<unknown>) =>
    Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        for (let round = 0; round < rounds; round += 1) await write(client, round);
      }),
    );
  const listed = (listing: Listing, request: object = {}) =>
    allIdents(listing, account, { limit: 1_000, ...request });

  it('has what was created [listed-next]', async () => {
    const { customer, article, address } = listings;

    await inParallel(async (client, round) => {
      const name = `Muster ${client} ${round}`;
      const created = await account.client.customer.create({
        bill_company: name,
        divergent_delivery_address: 1,
      });
      const { article_ident } = await account.client.article.create({ article_title: name });
      expect(await listed(customer)).to.include(created.customer_ident);
      expect(await listed(customer, { search: name })).to.deep.include(created.customer_ident);
      expect(await listed(address)).to.include(created.address_ident);
      expect(await listed(article, { search: name.toUpperCase() })).to.include(article_ident);
    });
  });

  it('has the new values of what was changed, and nothing that was deleted', async () => {
    await inParallel(async (client, round) => {
      const [before, after] = [`before ${client} ${round}`, `after ${client} ${round}`];
      const { article_ident } = await account.client.article.create({
        article_title: before,
        article_sku: before,
      });
      await account.client.article.update({ article_ident, article_title: after, article_sku: after });
      const found = (request: object) => listed(listings.article, request);

      expect(await found({ filter: { article_sku: after } })).to.deep.equal([article_ident]);
      expect(await found({ filter: { article_sku: before } })).to.deep.equal([]);
      expect(await found({ search: before })).to.deep.equal([]);
      await account.client.article.delete({ article_ident });
      expect(await found({ search: after })).to.deep.equal([]);
    });
  });
});

describe(`the next list of another gateway and worker, after each of ${writes} acknowledged writes (lists after each)`, function () {
  this.timeout(60_000 + writes * 20);
  const cluster = ownCluster({
    redis: 6,
    gateways: 2,
    workers: 2,
    resources: ['account', 'article'],
    lanes: ['interactive'],
  });

  it('has what was written [listed-next]', async () => {
    const { appId, apiSecret } = await newAccount({}, cluster);
    const [writer, reader] = cluster.gateways.map(({ port }) =>
      counterfoil({ url: `http://127.0.0.1:${port}`, appId, apiSecret }),
    ) as [Counterfoil, Counterfoil];
    const missing: string[] = [];
    let acknowledged = 0;
    const count = async (article_ident: string, filter: object) => {
      acknowledged += 1;
      const { articles } = await reader.article.list(filter);
      if (articles.length !== 1 || articles[0]?.article_ident !== article_ident)
        missing.push(`${article_ident} ${JSON.stringify(filter)}`);
    };

    const write = async (name: string) => {
      const { article_ident } = await writer.article.create({ article_title: name, article_sku: name });
      await count(article_ident, { filter: { article_sku: name } });
      await writer.article.update({ article_ident, article_title: `changed ${name}` });
      await count(article_ident, { search: `changed ${name}` });
    };
    await Promise.all(
      Array.from({ length: writers }, async (_, index) => {
        for (let number = index; number < writes / 2; number += writers)
          await write(`no. ${number} of ${writes}.`);
      }),
    );

    expect(missing).to.deep.equal([]);
    expect(acknowledged).to.equal(writes);
  });
});
