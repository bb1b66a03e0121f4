import { expect } from 'chai';
import { hmac, signatureHeader } from '../../../shared/contract/keys/hmac.ts';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { newApp, revoke } from '../../support/apps.ts';
import { sharedAccount } from '../../support/fixtures.ts';
import { expectHttpRejection } from '../../support/httpRejections.ts';
import type { RawAnswer } from '../../support/rawConnection.ts';
import { type Difference, post, type Signer } from '../../support/rawRequest.ts';

const body = '{"customer_ident":"cus_unknown"}';

describe('signature', () => {
  let other: Signer;
  let revoked: TestAccount;
  let refusal: RawAnswer;
  const account = sharedAccount();
  before(async () => {
    other = await newApp(account.id);
    revoked = await newAccount();
    await revoke(revoked);
    refusal = await post(account, { headers: { 'X-Svc-Hmac': undefined } });
  });

  it('accepts a request that its app signed', async () => {
    expect(await post(account)).to.deep.include({ status: 200 });
  });

  it('accepts a body of any bytes, whose JSON is then checked', async () => {
    expectHttpRejection(await post(account, { body: Buffer.from([0xff, 0, 0x0a, 0x80]) }), 'body_malformed');
  });

  it('covers the exact bytes, with blanks, order and escapes', async () => {
    const sent = '{ "user_note" : "\\u00fc\\/" ,\r\n"customer_ident":"cus_unknown" }';

    expect(await post(account, { body: sent })).to.deep.include({ status: 200 });
    expectSame(
      await post(account, { body: JSON.stringify(JSON.parse(sent)), headers: signed(account, sent) }),
    );
    expectSame(await post(account, { body: `${sent}\n`, headers: signed(account, sent) }));
    expectSame(await post(account, { body: sent.replaceAll('\r\n', '\n'), headers: signed(account, sent) }));
  });

  it('covers an empty body', async () => {
    expectHttpRejection(await post(account, { body: '' }), 'body_malformed');
    expectSame(await post(account, { body: '', headers: signed(account, '{}') }));
  });

  const digest = () => hmac(body, account.apiSecret).toString('base64');
  const wrong: readonly [string, () => string | readonly string[]][] = [
    ['an unknown app', () => signatureHeader('app_unknown', body, account.apiSecret)],
    ['a revoked app', () => signatureHeader(revoked.appId, body, revoked.apiSecret)],
    ['another app', () => signatureHeader(other.appId, body, account.apiSecret)],
    ['its app in other letters', () => signatureHeader(account.appId.toUpperCase(), body, account.apiSecret)],
    ['a wrong secret', () => signatureHeader(account.appId, body, `${account.apiSecret}x`)],
    ['an empty secret', () => signatureHeader(account.appId, body, '')],
    ['another body', () => signatureHeader(account.appId, `${body} `, account.apiSecret)],
    ['nothing', () => ''],
    ['an app alone', () => account.appId],
    ['an app and a colon', () => `${account.appId}:`],
    ['a digest alone', digest],
    ['a digest without its app', () => `:${digest()}`],
    ['a blank behind the colon', () => `${account.appId}: ${digest()}`],
    ['a blank before the colon', () => `${account.appId} :${digest()}`],
    ['two colons', () => `${account.appId}::${digest()}`],
    ['something behind the digest', () => `${account.appId}:${digest()}=`],
    ['a digest in hexadecimal', () => `${account.appId}:${hmac(body, account.apiSecret).toString('hex')}`],
    ['a truncated digest', () => `${account.appId}:${digest().slice(0, -5)}=`],
    [
      'half a digest',
      () => `${account.appId}:${hmac(body, account.apiSecret).subarray(0, 16).toString('base64')}`,
    ],
    ['a digest twice as long', () => `${account.appId}:${digest().slice(0, 43)}${digest()}`],
    ['base64 without its padding', () => `${account.appId}:${digest().slice(0, -1)}`],
    ['base64 that is not canonical', () => `${account.appId}:${notCanonical(digest())}`],
    ['an app id without end', () => signatureHeader('a'.repeat(8_000), body, account.apiSecret)],
    [
      'an app id with SQL in it',
      () => signatureHeader(`${account.appId}' OR '1'='1`, body, account.apiSecret),
    ],
    ['the same signature twice', () => [`${account.appId}:${digest()}`, `${account.appId}:${digest()}`]],
    ['a good signature behind a bad one', () => ['app_unknown:x', `${account.appId}:${digest()}`]],
    ['a good signature before a bad one', () => [`${account.appId}:${digest()}`, 'app_unknown:x']],
  ];
  for (const [what, header] of wrong) {
    it(`of ${what} is refused in the same words as every other [same-rejection]`, async () => {
      expectSame(await post(account, { body, headers: { 'X-Svc-Hmac': header() } }));
    });
  }

  it('in base64url is refused', async () => {
    const different = bodyWhoseDigestHas(/[+/]/, account);
    const digestForUrls = hmac(different, account.apiSecret).toString('base64url');

    expectSame(
      await post(account, {
        body: different,
        headers: { 'X-Svc-Hmac': `${account.appId}:${digestForUrls}=` },
      }),
    );
  });

  const bodies: readonly [string, Difference][] = [
    ['no JSON', { body: '{' }],
    ['no UTF-8', { body: Buffer.from([0xc3, 0x28]) }],
    ['a byte order mark', { body: '\uFEFF{}' }],
    ['__proto__', { body: '{"__proto__":{}}' }],
    ['an unknown field', { body: '{"no_such_field":1}' }],
    ['nothing in it', { body: '' }],
  ];
  for (const [what, difference] of bodies) {
    it(`that is wrong is refused before a body with ${what} is checked`, async () => {
      expectSame(await post(account, { ...difference, headers: signed(account, 'another body') }));
    });
  }

  /** Compares the answer byte for byte, without the date and the id of its request. */
  function expectSame(answer: RawAnswer): void {
    expectHttpRejection(answer, 'authentication_failed');
    expect(constant(answer)).to.deep.equal(constant(refusal));
  }
});

function constant({ status, headers: { date: _, 'x-request-id': __, ...headers }, body: text }: RawAnswer) {
  return { status, headers, body: text };
}

function signed({ appId, apiSecret }: Signer, other: string) {
  return { 'X-Svc-Hmac': signatureHeader(appId, other, apiSecret) };
}

/** The last letter of 32 bytes in base64 stands for 4 bits and 2 that are zero: with one of those set it reads the same. */
function notCanonical(digest: string): string {
  const other = digest.replace(
    /(.)=$/,
    (_, last: string) => `${String.fromCharCode(last.charCodeAt(0) + 1)}=`,
  );
  expect(Buffer.from(other, 'base64')).to.deep.equal(Buffer.from(digest, 'base64'));
  return other;
}

function bodyWhoseDigestHas(pattern: RegExp, { apiSecret }: Signer): string {
  const bodies = Array.from({ length: 1_000 }, (_, index) =>
    JSON.stringify({ customer_ident: `cus_${index}` }),
  );
  return bodies.find((one) => pattern.test(hmac(one, apiSecret).toString('base64'))) ?? '';
}
