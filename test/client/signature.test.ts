import { expect } from 'chai';
import { type Counterfoil, counterfoil } from '../../client/webClient.ts';
import { readSignatureV2 } from '../../shared/contract/keys/signatureV2.ts';
import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import { newAccount, type TestAccount } from '../support/account.ts';
import { setPolicy } from '../support/apps.ts';
import { cluster } from '../support/cluster.ts';
import { LoadBalancer } from '../support/loadBalancer.ts';

describe('client', () => {
  let account: TestAccount;
  let balancer: LoadBalancer;
  let client: Counterfoil;
  beforeEach(async () => {
    account = await newAccount();
    await setPolicy(account, 'v2-required');
    balancer = await LoadBalancer.listen((await cluster()).url);
    const { appId, apiSecret } = account;
    client = counterfoil({ url: balancer.url, appId, apiSecret, repeats: 2 });
  });
  afterEach(async () => {
    await client.close();
    await balancer.close();
  });

  const signatures = () =>
    balancer.seen.map(({ headers }) => readSignatureV2(String(headers['x-svc-signature'])));

  it('signs every operation with v2', async () => {
    for (const name of Object.keys(publicOperations))
      expect(await client.send(name, '{}')).to.include({ status: 200 });
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

  it('signs each try with a new nonce, so that a repeat is no replay', async () => {
    balancer.answer([503], [503]);

    await client.customer.create({});

    const [first, ...repeated] = signatures();
    expect(new Set(signatures().map((signature) => signature?.nonce))).to.have.property('size', 3);
    for (const signature of repeated) expect(signature).to.deep.include({ keyId: first?.keyId });
  });
});
