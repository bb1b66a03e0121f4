import { expect } from 'chai';
import { newSigner } from '../../support/apps.ts';
import { sharedAccount } from '../../support/fixtures.ts';
import { expectHttpRejection, type HttpCode } from '../../support/httpRejections.ts';
import { RawConnection } from '../../support/rawConnection.ts';
import { type Difference, rawRequest, sharedPort } from '../../support/rawRequest.ts';
import { Running } from '../../support/running.ts';

const mebibyte = 1_048_576;
const waiting = { Expect: '100-continue' };
const unknown = `${newSigner().appId}:${Buffer.alloc(32).toString('base64')}`;

describe('a client that waits for 100 Continue', () => {
  let connection: RawConnection;
  const account = sharedAccount();
  before(async () => {
    await account.client.article.create({ article_title: 'makes the app known' });
  });
  beforeEach(async () => {
    connection = await RawConnection.open(await sharedPort());
  });
  afterEach(() => connection.close());

  const refusals: readonly [string, HttpCode, Difference['headers']][] = [
    ['that its body is too large', 'body_too_large', { 'Content-Length': String(mebibyte + 1) }],
    ['that its body is of the wrong type', 'content_type_unsupported', { 'Content-Type': 'text/plain' }],
    ['that its signature is malformed', 'authentication_failed', { 'X-Svc-Hmac': 'nobody' }],
    ['that it is not signed', 'authentication_failed', { 'X-Svc-Hmac': undefined }],
    [
      'that its app is unknown, when the body is large',
      'authentication_failed',
      { 'X-Svc-Hmac': unknown, 'Content-Length': '100000' },
    ],
  ];
  for (const [what, code, headers] of refusals) {
    it(`gets the answer ${what}, and is not asked for the body`, async () => {
      const request = rawRequest(account, { body: ' ', headers: { ...waiting, ...headers } });
      await connection.send(request.subarray(0, -1));

      const answer = await connection.answer();

      expectHttpRejection(answer, code);
      expect(answer.headers).to.include({ connection: 'close' });
      expect(connection.interim).to.deep.equal([]);
    });
  }

  it('gets the answer that the path is wrong, and is not asked for the body', async () => {
    const request = rawRequest(account, { path: '/api/v2', body: ' ', headers: waiting });
    await connection.send(request.subarray(0, -1));

    expectHttpRejection(await connection.answer(), 'not_found');
    expect(connection.interim).to.deep.equal([]);
  });

  it('is asked for a small body even if its app does not exist: a refusal would show which apps exist', async () => {
    const request = rawRequest(account, { body: ' ', headers: { ...waiting, 'X-Svc-Hmac': unknown } });
    await connection.send(request.subarray(0, -1));
    await connection.interimAnswer();
    await connection.send(' ');

    expectHttpRejection(await connection.answer(), 'authentication_failed');
  });

  it('is asked for the body when nothing is wrong', async () => {
    const request = rawRequest(account, { headers: waiting });
    const end = request.indexOf('\r\n\r\n') + 4;
    await connection.send(request.subarray(0, end));
    await connection.interimAnswer();
    await connection.send(request.subarray(end));

    expect((await connection.answer()).headers).to.include({ 'x-svc-error': 'customer_not_found' });
    expect(connection.interim).to.deep.equal([100]);
  });
});

/** A client that writes all before it reads, and asks for the connection to be closed: what many programs do. */
const python = `
import sys, urllib.request, urllib.error
url, mebibytes, method, hmac = sys.argv[1:]
headers = {'Content-Type': 'application/json', 'X-Svc-Method': method, 'X-Svc-Hmac': hmac}
request = urllib.request.Request(url, b' ' * (int(mebibytes) << 20), headers)
try:
    print(urllib.request.urlopen(request).status)
except urllib.error.HTTPError as error:
    print(error.status, error.headers['X-Svc-Error'], len(error.read()) > 0)
`;

describe('a Python program', () => {
  const refused = async (mebibytes: number, method: string) => {
    const url = `http://127.0.0.1:${await sharedPort()}/api/v1`;
    const running = new Running('python3', ['-c', python, url, `${mebibytes}`, method, 'nobody']);
    return running.ended;
  };

  before(async function () {
    const { code } = await new Running('python3', ['--version']).ended.catch(() => ({ code: 1 }));
    if (code !== 0) this.skip();
  });

  for (const mebibytes of [2, 20]) {
    it(`can read that ${mebibytes} MiB are too large`, async () => {
      const { stdout, stderr } = await refused(mebibytes, 'customer.create');

      expect(stdout, stderr).to.equal('413 body_too_large True\n');
    });
  }

  it('can read that its batch of 6 MiB is not signed', async () => {
    const { stdout, stderr } = await refused(6, 'batch.run');

    expect(stdout, stderr).to.equal('401 authentication_failed True\n');
  });
});

describe('a client that never stops sending', () => {
  it('is cut off after its refusal', async () => {
    const connection = await RawConnection.open(await sharedPort());
    const headers = { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked', 'X-Svc-Hmac': 'nobody' };
    const head = rawRequest({ appId: '', apiSecret: '' }, { method: 'batch.run', body: '', headers });
    await connection.send(head);
    expectHttpRejection(await connection.answer(), 'authentication_failed', 'batch.run');
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(mebibyte), Buffer.from('\r\n')]);
    let sent = 0;
    while (!connection.isCut && sent < 200 * mebibyte) {
      await connection.send(chunk);
      sent += chunk.length;
    }

    expect(sent).to.be.below(200 * mebibyte);
  });
});
