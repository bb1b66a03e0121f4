import { expect } from 'chai';
import type { SignedRequest } from '../../../shared/contract/keys/signatureV2.ts';
import type { SignatureRejection } from '../../../shared/runtime/process/events.ts';
import { newAccount } from '../../support/account.ts';
import { newApp } from '../../support/apps.ts';
import { recordEvents } from '../../support/events.ts';
import { ownCluster, sharedAccount } from '../../support/fixtures.ts';
import { expectHttpRejection } from '../../support/httpRejections.ts';
import { emittedFor, newLimitedApp, nothingEmitted } from '../../support/rateLimits.ts';
import type { RawAnswer } from '../../support/rawConnection.ts';
import { type Difference, post, type Signer } from '../../support/rawRequest.ts';
import { newNonce, signedV2, timestamp, v2Header } from '../../support/signatures.ts';
import { storedRows } from '../../support/stored.ts';

describe('signature v2', () => {
  const { emit, emitted } = recordEvents();
  let refusal: RawAnswer;
  const cluster = ownCluster({ redis: 5, gateways: 2, emit });
  const account = sharedAccount(() => newAccount({}, cluster));
  before(async () => {
    refusal = await send(account, { headers: { 'X-Svc-Hmac': undefined } });
  });

  const send = (signer: Signer, difference: Difference = {}, gateway = 0) =>
    post(signer, difference, cluster.gateways[gateway]?.port);
  const reasons = () => emitted('signature_rejected').map(({ reason }) => reason);

  it('accepts a request with both signatures', async () => {
    expect(await send(account, signedV2(account))).to.include({ status: 200 });
  });

  it('covers bytes that are not ASCII', async () => {
    const signed = signedV2(account, { body: '{"customer_ident":"cus_\u00fc\u{1f600}"}' });

    expect(await send(account, signed)).to.include({ status: 200 });
  });

  const faults: readonly [string, SignatureRejection, () => Partial<SignedRequest>][] = [
    ['another app', 'bad_signature', () => ({ appId: 'app_1' })],
    ['another idempotency key', 'bad_signature', () => ({ idempotencyKey: 'key' })],
    ['another path', 'bad_signature', () => ({ path: '/api/v2' })],
    ['another operation', 'bad_signature', () => ({ method: 'customer.delete' })],
    ['another body', 'bad_signature', () => ({ body: '{}' })],
    ['a key id that the app does not have', 'unknown_key', () => ({ keyId: 'k1' })],
    ['a time 5 minutes ago', 'stale', () => ({ timestamp: timestamp(-302) })],
    ['a time in 5 minutes', 'stale', () => ({ timestamp: timestamp(330) })],
    ['a nonce that is too short', 'malformed', () => ({ nonce: newNonce().slice(1) })],
  ];
  for (const [what, reason, signed] of faults)
    it(`over ${what} is refused in the same words as every other fault, and the log has the reason [same-rejection]`, async () => {
      expectSame(await send(account, signedV2(account, {}, signed())));

      const [last] = emitted('signature_rejected').slice(-1);
      expect(last).to.have.all.keys('requestId', 'app', 'reason');
      expect(last).to.include({ app: account.appId, reason });
    });

  for (const header of ['', 'v2', 'x'.repeat(8_000)])
    it(`of ${header.length} malformed characters is refused`, async () => {
      expectSame(await send(account, { headers: { 'X-Svc-Signature': header } }));
      expect(reasons().at(-1)).to.equal('malformed');
    });

  it('in two headers is refused', async () => {
    const headers = { 'X-Svc-Signature': [v2Header(account), v2Header(account)] };

    expectSame(await send(account, { headers }));
  });

  it('does not replace the signature of the body', async () => {
    const { headers } = signedV2(account);

    expectSame(await send(account, { headers: { ...headers, 'X-Svc-Hmac': undefined } }));
    expectSame(await send(account, { headers: { ...headers, 'X-Svc-Hmac': `${account.appId}:x` } }));
  });

  it('rejects a recorded read that is sent as a delete [replay-rejected]', async () => {
    const { customer_ident } = await account.client.customer.create({});
    const body = JSON.stringify({ customer_ident });
    const seen = signedV2(account, { method: 'customer.read', body });

    expectSame(await send(account, { ...seen, method: 'customer.delete' }), 'customer.delete');

    expect(await storedRows('customers', account.id, { customer_ident })).to.have.length(1);
  });

  it('of a write is not valid with another idempotency key, or without one', async () => {
    const request = { method: 'customer.create', body: '{}', headers: { 'Idempotency-Key': 'one' } };
    const seen = signedV2(account, request);
    const withKey = (key: string | undefined) => ({
      ...seen,
      headers: { ...seen.headers, 'Idempotency-Key': key },
    });

    for (const key of ['two', undefined]) expectSame(await send(account, withKey(key)), 'customer.create');
    expect(await send(account, seen)).to.include({ status: 200 });
  });

  for (const method of ['customer.exists', 'customer.delete'])
    it(`lets a ${method} pass once, at any gateway`, async () => {
      const seen = signedV2(account, { method });

      expect(await send(account, seen)).to.include({ status: 200 });

      expectSame(await send(account, seen), method);
      expectSame(await send(account, seen, 1), method);
      expect(reasons().slice(-2)).to.deep.equal(['nonce_reused', 'nonce_reused']);
    });

  it('accepts each nonce once, whatever it signs [replay-rejected]', async () => {
    const nonce = newNonce();
    expect(await send(account, signedV2(account, {}, { nonce }))).to.include({ status: 200 });

    for (const later of [-250, 1, 250])
      expectSame(await send(account, signedV2(account, {}, { nonce, timestamp: timestamp(later) })));
  });

  it('lets one of several requests pass that send the same nonce to two gateways at once', async () => {
    const seen = Array.from({ length: 50 }, () => signedV2(account, { method: 'customer.delete' }));

    const answers = await Promise.all(
      seen.map((request) =>
        Promise.all([send(account, request), send(account, request, 1), send(account, request)]),
      ),
    );

    for (const three of answers)
      expect(three.map(({ status }) => status).toSorted((a, b) => a - b)).to.deep.equal([200, 401, 401]);
  });

  it('does not use up the nonce of a request that is refused for another reason', async () => {
    const nonce = newNonce();
    for (const signed of [{ method: 'customer.delete' }, { timestamp: timestamp(-400) }, { keyId: 'k1' }])
      expectSame(await send(account, signedV2(account, {}, { nonce, ...signed })));

    expect(await send(account, signedV2(account, {}, { nonce }))).to.include({ status: 200 });
  });

  it('lets apps use the same nonce', async () => {
    const other = await newApp(account.id);
    const nonce = newNonce();

    expect(await send(account, signedV2(account, {}, { nonce }))).to.include({ status: 200 });
    expect(await send(other, signedV2(other, {}, { nonce }))).to.include({ status: 200 });
  });

  it('does not count against a rate limit when it is repeated', async () => {
    const app = await newLimitedApp(account.id, 100);
    const seen = signedV2(app);
    expect(emittedFor(await send(app, seen))).to.deep.equal({ limit: '100', remaining: '99' });

    const again = await send(app, seen);

    expectSame(again);
    expect(emittedFor(again)).to.deep.equal(nothingEmitted);
    expect(emittedFor(await send(app, signedV2(app)))).to.deep.equal({ limit: '100', remaining: '98' });
  });

  it('is refused when it is repeated, before any other fault of the request', async () => {
    for (const body of ['{}', '{', '{"customer_ident":"cus_unknown"}']) {
      const seen = signedV2(account, { method: 'customer.read', body });
      expect((await send(account, seen)).status).to.be.oneOf([200, 400]);

      expectSame(await send(account, seen), 'customer.read');
    }
  });

  /** Compares the answer byte for byte, without the date and the id of its request. */
  function expectSame(answer: RawAnswer, method = 'customer.exists'): void {
    expectHttpRejection(answer, 'authentication_failed', method);
    expect(constant(answer)).to.deep.equal(constant(refusal));
  }
});

function constant({ status, headers }: RawAnswer) {
  const { date: _, 'x-request-id': __, 'content-length': ___, ...rest } = headers;
  return { status, headers: rest };
}
