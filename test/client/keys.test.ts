import { expect } from 'chai';
import { type Counterfoil, counterfoil } from '../../client/webClient.ts';
import { signatureHeader } from '../../shared/contract/keys/hmac.ts';
import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import { newAccount, type TestAccount } from '../support/account.ts';
import { cluster } from '../support/cluster.ts';
import { LoadBalancer } from '../support/loadBalancer.ts';

describe('client', () => {
  let account: TestAccount;
  let balancer: LoadBalancer;
  let client: Counterfoil;
  beforeEach(async () => {
    account = await newAccount();
    balancer = await LoadBalancer.listen((await cluster()).url);
    client = counterfoil({
      url: balancer.url,
      appId: account.appId,
      apiSecret: account.apiSecret,
      repeats: 0,
    });
  });
  afterEach(async () => {
    await client.close();
    await balancer.close();
  });

  const keys = () => balancer.seen.map(({ headers }) => headers['idempotency-key']);

  for (const [name, { kind }] of Object.entries(publicOperations)) {
    const isReading = kind === 'reads';

    it(`sends ${isReading ? 'no key' : 'a key'} with ${name}`, async () => {
      await client.send(name, '{}');

      const [key] = keys();
      if (isReading) expect(key).to.equal(undefined);
      else expect(key).to.match(/^[!-~]{20,255}$/);
    });
  }

  it('sends a new key with each write', async () => {
    for (let round = 0; round < 10; round += 1) await client.customer.create({});

    expect(new Set(keys())).to.have.property('size', 10);
  });

  it("sends the caller's key", async () => {
    await client.customer.create({}, { idempotencyKey: 'import-7-row-1' });

    expect(keys()).to.deep.equal(['import-7-row-1']);
  });

  it('names the operation and signs what it sends', async () => {
    await client.article.create({ article_title: 'Tee \u00fc' });

    const [{ headers, body }] = balancer.seen as [(typeof balancer.seen)[number]];
    expect(JSON.parse(body)).to.deep.equal({ article_title: 'Tee \u00fc' });
    expect(headers).to.include({
      'content-type': 'application/json',
      'x-svc-method': 'article.create',
      'x-svc-hmac': signatureHeader(account.appId, body, account.apiSecret),
    });
  });
});
