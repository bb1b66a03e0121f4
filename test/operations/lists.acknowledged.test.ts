import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { allIdents, type Listing, listings } from '../support/listing.ts';

const clients = 8;
const rounds = 6;

describe('the next list after an acknowledged write', function () {
  this.timeout(60_000);
  let account: TestAccount;
  beforeEach(async () => {
    account = await newAccount();
  });

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
