import { expect } from 'chai';
import { maxWebhooks } from '../../shared/contract/values/contractLimits.ts';
import { newAccount } from '../support/account.ts';
import { expectFieldRefused, expectRefused } from '../support/answers.ts';
import { freshAccount } from '../support/fixtures.ts';
import { database } from '../support/servers.ts';

const method = 'webhook.create';
const url = 'https://shop.example.com/hooks';

describe('webhook.create', () => {
  const account = freshAccount();

  it('answers the ident and a new secret, once', async () => {
    const one = await account.client.webhook.create({ url });
    const other = await account.client.webhook.create({ url });

    expect(one.webhook_ident).to.match(/^whk_[0-9a-z]{26}$/);
    expect(one.secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(other.secret).not.to.equal(one.secret);
    expect(JSON.stringify(await account.client.webhook.read(one))).not.to.include('whsec_');
  });

  it('takes a secret, and stores it only encrypted [webhooks-secret]', async () => {
    const secret = `whsec_${Buffer.alloc(24, 'marker').toString('base64')}`;
    const key = 'create-once';
    const first = await account.send(method, { url, secret }, key);
    const repeat = await account.send(method, { url, secret }, key);

    expect(repeat.envelope).to.deep.equal(first.envelope);
    expect(first.envelope.data).to.include({ secret });
    const [row] = await database()('webhooks').where({ account_id: account.id });
    const [answer] = await database()('inbox').where({ account_id: account.id });
    for (const stored of [JSON.stringify(row), JSON.stringify(answer)]) expect(stored).not.to.include(secret);
  });

  it('creates one webhook for a repeated request', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => account.send(method, { url }, 'one')));

    const idents = new Set(answers.map(({ envelope }) => JSON.stringify(envelope.data)));
    expect(idents.size).to.equal(1);
    expect((await account.client.webhook.list({})).webhooks).to.have.length(1);
  });

  it('stores the URL as it is parsed', async () => {
    const { webhook_ident } = await account.client.webhook.create({
      url: 'HTTPS://Shop.Example.com:443/a/../hooks',
    });

    expect(await account.client.webhook.read({ webhook_ident })).to.include({ url });
  });

  for (const wrong of [
    'shop.example.com',
    'ftp://shop.example.com/',
    'javascript:alert(1)',
    'https://user:password@shop.example.com/',
    'https://user@shop.example.com/',
    'https://shop.example.com/#part',
    'https://shop.example.com\\@10.0.0.1/',
    'https://shop.example.com/a b',
    'https:// shop.example.com/',
    'https:///shop.example.com/',
    'https://shop.example.com:99999/',
    'https://shöp.example.com/',
    'https://shop.example.com/\r\nX-Header: 1',
    `https://shop.example.com/${'a'.repeat(2_048)}`,
  ])
    it(`refuses the URL ${JSON.stringify(wrong).slice(0, 60)} [webhooks-ssrf]`, async () => {
      expectFieldRefused(await account.send(method, { url: wrong }), method, 'url');
    });

  for (const secret of ['', 'secret', 'whsec_', `whsec_${'a'.repeat(31)}`, `whsec_${'a'.repeat(90)}`])
    it(`refuses the secret ${JSON.stringify(secret).slice(0, 40)}`, async () => {
      expectFieldRefused(await account.send(method, { url, secret }), method, 'secret');
    });

  for (const [refused, message] of [
    ['http://shop.example.com/', 'url must begin with https://'],
    ['http://localhost:9000/', 'url must begin with https://'],
    ['https://0x7f.1/', 'url has the address 127.0.0.1, which is not public: send one that is'],
    ['https://redis:6379/', 'url has the host redis, which is not a public name: send one that is'],
  ])
    it(`refuses ${refused}: it is not public [webhooks-ssrf]`, async () => {
      const answer = await account.send(method, { url: refused });

      expectRefused(answer, method, { code: 'webhook_url_refused', message: message as string });
    });

  it('lets a sandbox use http at a loopback address only', async () => {
    const sandbox = await newAccount({ is_sandbox: 1 });

    await sandbox.client.webhook.create({ url: 'http://localhost:9000/', enabled: 0 });

    const { code } = await sandbox.send(method, { url: 'http://10.0.0.1/' });
    expect(code).to.equal('webhook_url_refused');
  });

  it(`refuses more than ${maxWebhooks} webhooks of an account`, async () => {
    for (let count = 0; count < maxWebhooks; count += 1)
      await account.client.webhook.create({ url, enabled: 0 });

    expectRefused(await account.send(method, { url }), method, {
      code: 'too_many_webhooks',
      message: `the account has ${maxWebhooks} webhooks, the maximum: delete one, or update it`,
    });
    expect((await (await newAccount()).send(method, { url })).code).to.equal('');
  });

  it('refuses unknown fields and resources', async () => {
    expect((await account.send(method, { url, events: ['article'] })).code).to.equal('field_unknown');
    expectFieldRefused(await account.send(method, { url, resources: ['order'] }), method, 'resources');
    expectFieldRefused(await account.send(method, { url, kinds: [] }), method, 'kinds');
  });

  it('is not an operation of a batch', async () => {
    const { envelope } = await account.send('batch.run', { operations: [{ method, data: { url } }] });

    expect(JSON.stringify(envelope.data)).to.include('method_unknown');
  });
});
