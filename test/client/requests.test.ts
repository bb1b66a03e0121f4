import { expect } from 'chai';
import { type Counterfoil, counterfoil } from '../../client/webClient.ts';
import { signatureHeader } from '../../shared/contract/keys/hmac.ts';
import { readSignatureV2 } from '../../shared/contract/keys/signatureV2.ts';
import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import { setPolicy } from '../support/apps.ts';
import { cluster } from '../support/cluster.ts';
import { freshAccount } from '../support/fixtures.ts';
import { LoadBalancer } from '../support/loadBalancer.ts';

describe('requests of the client', () => {
  let balancer: LoadBalancer;
  let client: Counterfoil;
  const account = freshAccount();
  beforeEach(async () => {
    balancer = await LoadBalancer.listen((await cluster()).url);
    await setPolicy(account, 'v2-required');
    const { appId, apiSecret } = account;
    client = counterfoil({ url: balancer.url, appId, apiSecret, repeats: 2 });
  });
  afterEach(async () => {
    await client.close();
    await balancer.close();
  });

  const keys = () => balancer.seen.map(({ headers }) => headers['idempotency-key']);

  for (const [name, { kind }] of Object.entries(publicOperations)) {
    const isReading = kind === 'reads';

    it(`signs ${name} with v2, and sends ${isReading ? 'no key' : 'a key'}`, async () => {
      expect(await client.send(name, '{}')).to.include({ status: 200 });

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

  const signatures = () =>
    balancer.seen.map(({ headers }) => readSignatureV2(String(headers['x-svc-signature'])));

  it('signs a batch with v2', async () => {
    expect(await client.batch([{ method: 'article.create', data: { article_title: 'Tea' } }])).to.have.length(
      1,
    );
  });

  it('signs text, bytes and keys unchanged', async () => {
    const body = Buffer.from('{ "article_title" : "Tee \u00fc\u{1f600}" }\r\n');

    expect(await client.send('article.create', body, { idempotencyKey: '!~;=:' })).to.include({
      status: 200,
    });
  });

  it('signs each try with a new nonce, so that a repeat is not a replay', async () => {
    balancer.answer([503], [503]);

    await client.customer.create({});

    const [first, ...repeated] = signatures();
    expect(new Set(signatures().map((signature) => signature?.nonce))).to.have.property('size', 3);
    for (const signature of repeated) expect(signature).to.deep.include({ keyId: first?.keyId });
  });
});
