import { expect } from 'chai';
import { sharedAccount } from '../../support/fixtures.ts';
import { expectNothingRun } from '../../support/httpRejections.ts';
import { RawConnection } from '../../support/rawConnection.ts';
import { exchange, post, rawRequest, sharedPort } from '../../support/rawRequest.ts';

const clientHello = Buffer.from('16030100f8010000f40303', 'hex');

describe('malformed HTTP', () => {
  const account = sharedAccount();

  const garbage: readonly [string, string | Buffer][] = [
    ['words', 'give me all your customers\r\n\r\n'],
    ['JSON', '{"customer_ident":"cus_unknown"}'],
    ['zeros', Buffer.alloc(1_000)],
    ['a TLS greeting', clientHello],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown verb', 'DESTROY /api/v1 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a verb in lower case', 'post /api/v1 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a header without a colon', 'POST /api/v1 HTTP/1.1\r\nHost: x\r\nX-Svc-Method customer.exists\r\n\r\n'],
    ['a request without Host', 'POST /api/v1 HTTP/1.1\r\nContent-Length: 0\r\n\r\n'],
  ];
  for (const [what, bytes] of garbage) {
    it(`such as ${what} is refused`, async () => {
      expectNothingRun(await exchange(bytes), 400, '');
    });
  }

  const lengths: readonly [string, Record<string, string | readonly string[] | undefined>][] = [
    ['a length below zero', { 'Content-Length': '-1' }],
    ['a length that is not a number', { 'Content-Length': '1e3' }],
    ['two lengths', { 'Content-Length': ['32', '33'] }],
    ['a length and chunks', { 'Transfer-Encoding': 'chunked' }],
  ];
  for (const [what, headers] of lengths) {
    it(`such as ${what} is refused`, async () => {
      expectNothingRun(await post(account, { headers }), 400, '');
    });
  }

  for (const encoding of ['chunked', 'gzip']) {
    it(`such as a body that is not ${encoding} as it says is refused`, async () => {
      const headers = { 'Content-Length': undefined, 'Transfer-Encoding': encoding };

      expectNothingRun(await post(account, { body: 'no chunk\r\n', headers }), 400, 'customer.exists');
    });
  }

  for (const codings of [['identity', 'chunked'], ['gzip, chunked'], ['chunked', 'chunked']]) {
    it(`such as the transfer codings ${codings.join(', ')} is refused, and nothing behind its last chunk is run`, async () => {
      const headers = { 'Content-Length': undefined, 'Transfer-Encoding': codings };
      const hidden = rawRequest(account, { method: 'article.create', body: '{"article_title":"hidden"}' });
      const request = rawRequest(account, { body: '0\r\n\r\n', headers });
      const connection = await RawConnection.open(await sharedPort());

      await connection.send(Buffer.concat([request, hidden]));

      expect((await connection.answer()).status).to.equal(400);
      await connection.cut();
      expect(connection.rest).to.equal('');
      const { articles } = await account.client.article.list({ search: 'hidden' });
      expect(articles).to.deep.equal([]);
    });
  }

  it('after a valid request is refused after that is answered', async () => {
    const connection = await RawConnection.open(await sharedPort());
    await connection.send(Buffer.concat([rawRequest(account), Buffer.from('garbage\r\n\r\n')]));

    expect((await connection.answer()).headers).to.include({ 'x-svc-error': 'customer_not_found' });
    expectNothingRun(await connection.answer(), 400, '');
    await connection.cut();
  });

  it('is reported to a client that sends much of it before it reads', async () => {
    const connection = await RawConnection.open(await sharedPort());
    await connection.send(Buffer.alloc(16_000_000, 'garbage '));

    expectNothingRun(await connection.answer(), 400, '');
    connection.close();
  });

  it('does not affect other connections', async () => {
    const answers = await Promise.all([
      exchange('garbage\r\n\r\n'),
      post(account),
      exchange('garbage\r\n\r\n'),
    ]);

    expect(answers.map(({ status }) => status)).to.deep.equal([400, 200, 400]);
  });
});

describe('unusual HTTP', () => {
  const account = sharedAccount();

  it('such as an unknown expectation is answered as usual', async () => {
    expect((await post(account, { headers: { Expect: 'a-miracle' } })).headers).to.include({
      'x-svc-error': 'customer_not_found',
    });
  });

  it('such as a request to upgrade the protocol is answered as usual', async () => {
    const headers = { Connection: 'Upgrade', Upgrade: 'websocket' };

    expect((await post(account, { headers })).headers).to.include({ 'x-svc-error': 'customer_not_found' });
  });

  it('such as several requests at once is answered in their order', async () => {
    const connection = await RawConnection.open(await sharedPort());
    const methods = ['customer.exists', 'no.such', 'customer.delete', 'article.exists'];
    await connection.send(Buffer.concat(methods.map((method) => rawRequest(account, { method }))));

    for (const method of methods) {
      expect(JSON.parse((await connection.answer()).body)).to.include({ method });
    }
    connection.close();
  });

  it('such as HTTP/1.0 is answered and its connection closed', async () => {
    const answer = await exchange('GET /healthz HTTP/1.0\r\n\r\n');

    expect(answer).to.include({ status: 200 });
    expect(answer.headers).to.include({ connection: 'close' }).and.to.include.keys('x-request-id');
  });
});
