import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { counterfoil } from '../../../client/webClient.ts';
import { cluster } from '../../support/cluster.ts';
import { sharedAccount } from '../../support/fixtures.ts';
import { RawConnection } from '../../support/rawConnection.ts';
import { type Difference, post, rawRequest, sharedPort } from '../../support/rawRequest.ts';

/** Bytes of an answer, from which on it is compressed (docs/api.md#compression). */
const minBytes = 8_192;

describe('compression of answers (16 MiB answers)', () => {
  let large: { readonly article_ident: string };
  const account = sharedAccount();
  before(async () => {
    large = await articleAnsweredWith(20_000);
  });

  const read = (input: object, encoding: string | undefined): Difference => {
    const headers = { 'Accept-Encoding': encoding };
    return { method: 'article.read', body: JSON.stringify(input), headers };
  };

  /** Request that reads an article whose answer has this many bytes. */
  async function articleAnsweredWith(bytes: number): Promise<typeof large> {
    const create = async (length: number) => {
      const article_description = 'x'.repeat(length);
      const { article_ident } = await account.client.article.create({
        article_title: 'Tea',
        article_description,
      });
      return { article_ident };
    };
    const { bytes: answer } = await post(account, read(await create(1_000), undefined));
    return create(1_000 + bytes - answer.length);
  }

  for (const bytes of [minBytes - 1, minBytes, minBytes + 1])
    it(`is ${bytes < minBytes ? 'not done' : 'done'} for an answer of ${bytes} bytes`, async () => {
      const input = await articleAnsweredWith(bytes);
      const plain = await post(account, read(input, undefined));
      const { headers, bytes: sent } = await post(account, read(input, 'gzip'));

      expect(plain.bytes).to.have.length(bytes);
      expect(plain.headers).not.to.have.property('content-encoding');
      if (bytes < minBytes) {
        expect(headers).not.to.have.any.keys('content-encoding', 'vary');
        expect(sent.equals(plain.bytes)).to.equal(true);
      } else {
        for (const { vary } of [headers, plain.headers]) expect(vary).to.equal('Accept-Encoding');
        expect(headers['content-encoding']).to.equal('gzip');
        expect(headers['content-length']).to.equal(String(sent.length));
        expect(sent.length).to.be.below(bytes / 4);
        expect(gunzipSync(sent).equals(plain.bytes)).to.equal(true);
      }
    });

  const encodings: readonly [header: string | undefined, isCompressed: boolean][] = [
    [undefined, false],
    ['', false],
    ['gzip', true],
    ['gzip, deflate, br', true],
    ['*', true],
    ['br;q=1, *;q=0.1', true],
    ['identity;q=0.5, gzip;q=0.4', false],
    ['gzip;q=0', false],
    ['gzip;q=0, *', false],
    ['identity', false],
    [';;;,,q=1,gzip;q=x', false],
  ];
  for (const [header, isCompressed] of encodings)
    it(`is ${isCompressed ? 'done' : 'not done'} for Accept-Encoding ${header ?? 'left out'}`, async () => {
      const { status, headers, bytes } = await post(account, read(large, header));

      expect(status).to.equal(200);
      expect(headers['content-encoding']).to.equal(isCompressed ? 'gzip' : undefined);
      expect(headers['vary']).to.equal('Accept-Encoding');
      const text = (isCompressed ? gunzipSync(bytes) : bytes).toString();
      expect(JSON.parse(text)).to.include({ response: true, method: 'article.read' });
    });

  it('leaves pipelined answers in their order, each whole', async () => {
    const small = { method: 'customer.exists', headers: { 'Accept-Encoding': 'gzip' } };
    const requests = [read(large, 'gzip'), small, read(large, undefined), read(large, 'gzip'), small];
    const connection = await RawConnection.open(await sharedPort());
    void connection.send(Buffer.concat(requests.map((request) => rawRequest(account, request))));

    for (const { method, headers: sent } of requests) {
      const { headers, bytes } = await connection.answer();
      const isCompressed = method === 'article.read' && sent?.['Accept-Encoding'] === 'gzip';
      expect(headers['content-encoding']).to.equal(isCompressed ? 'gzip' : undefined);
      const text = isCompressed ? gunzipSync(bytes) : bytes;
      expect(JSON.parse(text.toString())).to.include({ method });
    }
    connection.close();
  });

  it('is undone by the fetch of the packaged client', async () => {
    let encoding: string | null | undefined;
    const fetching = async (url: string, init: RequestInit) => {
      const response = await fetch(url, init);
      encoding = response.headers.get('content-encoding');
      return response;
    };
    const { url } = await cluster();
    const client = counterfoil({ url, appId: account.appId, apiSecret: account.apiSecret, fetch: fetching });

    const answer = await client.article.read(large);

    expect(encoding).to.equal('gzip');
    expect(answer.article_title).to.equal('Tea');
  });

  it('is not done for a failure', async () => {
    const request = { ...read(large, 'gzip'), body: `{"no_such_field":"${'x'.repeat(10_000)}` };
    const { status, headers, body } = await post(account, request);

    expect(status).to.equal(400);
    expect(headers).not.to.have.any.keys('content-encoding', 'vary');
    expect(JSON.parse(body)).to.include({ response: false });
  });

  it('is done for a batch with answers of nearly 16 MiB', async () => {
    const article_description = randomBytes(48_000).toString('base64');
    const { article_ident } = await account.client.article.create({
      article_title: 'Tea',
      article_description,
    });
    const data = { article_ident };
    const operations = Array.from({ length: 250 }, () => ({ method: 'article.read', data }));
    const request = { method: 'batch.run', body: JSON.stringify({ operations }) };
    const plain = await post(account, request);
    expect(plain.bytes.length).to.be.within(15_000_000, 16_777_216);

    const { headers, bytes } = await post(account, { ...request, headers: { 'Accept-Encoding': 'gzip' } });

    expect(headers['content-encoding']).to.equal('gzip');
    expect(headers['content-length']).to.equal(String(bytes.length));
    expect(gunzipSync(bytes).equals(plain.bytes)).to.equal(true);
  }).timeout(60_000);

  it('gives a repeat with the same key the same answer, compressed or not', async () => {
    const data = { article_title: 'Tea', article_description: 'x'.repeat(10_000) };
    const operations = Array.from({ length: 100 }, () => ({ method: 'article.create', data }));
    const send = (encoding: string) =>
      post(account, {
        method: 'batch.run',
        body: JSON.stringify({ operations }),
        headers: { 'Accept-Encoding': encoding, 'Idempotency-Key': 'compressed' },
      });
    const first = await send('gzip');
    const repeated = await send('identity');
    const again = await send('gzip');

    expect(repeated.headers).not.to.have.property('content-encoding');
    for (const { headers, bytes } of [first, again]) {
      expect(headers['content-encoding']).to.equal('gzip');
      expect(gunzipSync(bytes).toString()).to.equal(repeated.body);
    }
  });
});
