import { expect } from 'chai';
import { sharedAccount } from '../../support/fixtures.ts';
import { expectHttpRejection, expectNothingRun } from '../../support/httpRejections.ts';
import { RawConnection } from '../../support/rawConnection.ts';
import { post, rawRequest, sharedPort } from '../../support/rawRequest.ts';

const mebibyte = 1_048_576;
const chunked = { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' };
/** Milliseconds; a client that is kept waiting would be cut off as a slow sender after more than that. */
const soonMs = 8_000;
const padded = (bytes: number) => `${'{"customer_ident":"cus_unknown"'.padEnd(bytes - 1)}}`;

describe('size of a request', () => {
  let connection: RawConnection;
  const account = sharedAccount();
  beforeEach(async () => {
    connection = await RawConnection.open(await sharedPort());
  });
  afterEach(() => connection.close());

  it('may be 1 MiB of body', async () => {
    expect((await post(account, { body: padded(mebibyte) })).status).to.equal(200);
  });

  it('may be 1 MiB of body in chunks', async () => {
    void connection.send(headOf(padded(mebibyte)));
    for (const chunk of chunksOf(padded(mebibyte))) void connection.send(chunk);

    expect((await connection.answer()).status).to.equal(200);
  });

  it('is refused with one byte of body more', async () => {
    expectHttpRejection(await post(account, { body: padded(mebibyte + 1) }), 'body_too_large');
  });

  it('is refused with one byte of body more in chunks', async () => {
    void connection.send(headOf(padded(mebibyte + 1)));
    for (const chunk of chunksOf(padded(mebibyte + 1))) void connection.send(chunk);

    expectHttpRejection(await connection.answer(), 'body_too_large');
  });

  it('is refused from Content-Length, before the body arrives', async () => {
    void connection.send(
      rawRequest(account, { body: '', headers: { 'Content-Length': String(mebibyte + 1) } }),
    );

    expectHttpRejection(await connection.answer(), 'body_too_large');
  });

  it('is refused as soon as the chunks are too large, before the last one arrives', async () => {
    void connection.send(headOf(''));
    for (const chunk of chunksOf(padded(2 * mebibyte)).slice(0, -1)) void connection.send(chunk);

    expectHttpRejection(await connection.answer(), 'body_too_large');
  });

  it('is reported to a client that sends all of a large body before it reads', async () => {
    await connection.send(rawRequest(account, { body: padded(16 * mebibyte) }));

    expectHttpRejection(await connection.answer(), 'body_too_large');
  }).timeout(soonMs);

  it('is reported to a client that sends all of its chunks before it reads', async () => {
    await connection.send(headOf(''));
    for (const chunk of chunksOf(padded(16 * mebibyte))) await connection.send(chunk);

    expectHttpRejection(await connection.answer(), 'body_too_large');
  }).timeout(soonMs);

  it('leaves the connection usable for the next request', async () => {
    await connection.send(rawRequest(account, { body: padded(2 * mebibyte) }));
    expectHttpRejection(await connection.answer(), 'body_too_large');

    await connection.send(rawRequest(account));

    expect((await connection.answer()).status).to.equal(200);
  });

  it('is refused when the headers are too large', async () => {
    const answer = await post(account, { headers: { 'X-Long': 'x'.repeat(20_000) } });

    expectNothingRun(answer, 431, '');
  });

  it('is reported to a client that sends all of its large headers before it reads', async () => {
    await connection.send(rawRequest(account, { headers: { 'X-Long': 'x'.repeat(16 * mebibyte) } }));

    expectNothingRun(await connection.answer(), 431, '');
  });

  it('is refused when the address is too long', async () => {
    expectNothingRun(await post(account, { path: `/api/v1?${'x'.repeat(20_000)}` }), 431, '');
  });

  /** Returns a signed head for a body that comes in chunks. */
  function headOf(body: string): Buffer {
    const whole = rawRequest(account, { body, headers: chunked });
    return whole.subarray(0, whole.length - body.length);
  }
});

function chunksOf(body: string): string[] {
  const pieces = body.match(/[^]{1,65536}/g) ?? [];
  return [...pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`), '0\r\n\r\n'];
}
