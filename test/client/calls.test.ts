import { expect } from 'chai';
import { type Counterfoil, counterfoil } from '../../client/webClient.ts';
import { newAccount, type TestAccount } from '../support/account.ts';
import { cluster } from '../support/cluster.ts';

describe('client', () => {
  let url: string;
  let account: TestAccount;
  let client: Counterfoil;
  before(async () => {
    ({ url } = await cluster());
    account = await newAccount();
    client = counterfoil({ url, appId: account.appId, apiSecret: account.apiSecret });
  });
  after(() => client.close());

  it('calls operations and resolves to their data', async () => {
    const { customer_ident, address_ident } = await client.customer.create({
      bill_city: 'Kiel',
      divergent_delivery_address: 1,
    });

    const { customer, address_data } = await client.customer.read({ customer_ident });

    expect(customer).to.include({ customer_ident, bill_city: 'Kiel' });
    expect(address_data.map((address) => address.address_ident)).to.deep.equal([address_ident]);
    expect(await client.customer.delete({ customer_ident })).to.equal(null);
  });

  it('signs bodies of any characters', async () => {
    const sent = {
      article_title: 'Gr\u00fc\u00dfe \u{1f600} "\\/"',
      article_description: 'one\ntwo\t\u4e2d',
    };

    const { article_ident } = await client.article.create(sent);

    expect(await client.article.read({ article_ident })).to.include(sent);
  });

  it('accepts a url that ends with a slash', async () => {
    const other = counterfoil({ url: `${url}/`, appId: account.appId, apiSecret: account.apiSecret });

    expect(await other.article.create({ article_title: 'Tea' })).to.have.all.keys('article_ident');
    await other.close();
  });

  it('sends a method that it has no function for, and resolves to the answer as it came', async () => {
    const sent = await client.send('no.such', '{}');

    const code = 'method_unknown';
    const envelope = { response: false, data: { code }, method: 'no.such', message: 'unknown method' };
    expect(sent).to.deep.include({ status: 400, code, envelope });
    expect(sent.requestId).to.match(/^\S+$/);
  });

  it('calls 200 operations at once (200 calls of a real service)', async () => {
    const created = await Promise.all(Array.from({ length: 200 }, () => client.customer.create({})));

    expect(new Set(created.map(({ customer_ident }) => customer_ident))).to.have.property('size', 200);
  });
});
