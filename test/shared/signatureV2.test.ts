import { expect } from 'chai';
import {
  keyIdOf,
  readSignatureV2,
  type SignedRequest,
  signatureV2,
  signatureV2Header,
  signingKey,
} from '../../shared/contract/keys/signatureV2.ts';
import { newSecret } from '../../shared/secrets/secrets.ts';

const secret = 'test-secret-0123456789abcdef';
const request = {
  appId: 'app_1',
  keyId: 'k1',
  timestamp: '1760000000',
  nonce: 'AAAAAAAAAAAAAAAAAAAAAA',
  idempotencyKey: '',
  path: '/api/v1',
  method: 'customer.delete',
  body: '{"customer_ident":"c_1"}',
} satisfies SignedRequest;
const signature = 'LmGv5w097lfU5nm/zKZa2TdE96QaebHsFPW349sa75s=';
const header = `v2;kid=k1;ts=1760000000;nonce=AAAAAAAAAAAAAAAAAAAAAA;sig=${signature}`;

describe('signature v2', () => {
  it('is that of the published test vector', () => {
    expect(signatureV2(request, signingKey(secret))).to.equal(signature);
    expect(signatureV2(request, signingKey(secret))).to.equal(
      signatureV2({ ...request, body: Buffer.from(request.body) }, signingKey(secret)),
    );
    expect(signatureV2Header(request, signingKey(secret))).to.equal(header);
  });

  for (const name of Object.keys(request) as (keyof typeof request)[])
    it(`is another one when ${name} is another one`, () => {
      expect(signatureV2({ ...request, [name]: `${request[name]}x` }, signingKey(secret))).to.not.equal(
        signature,
      );
    });

  it('is another one with another secret', () => {
    expect(signatureV2(request, signingKey(`${secret}x`))).to.not.equal(signature);
  });

  it('has a key id for each secret, the same one every time, which fits the header', () => {
    const secrets = Array.from({ length: 1_000 }, newSecret);

    expect(new Set(secrets.map(keyIdOf))).to.have.property('size', 1_000);
    expect(secrets.map(keyIdOf)).to.deep.equal(secrets.map(keyIdOf));
    for (const one of secrets) expect(keyIdOf(one)).to.match(/^[0-9a-f]{16}$/);
  });

  it('is read from its header', () => {
    const { keyId, timestamp, nonce } = request;

    expect(readSignatureV2(header)).to.deep.equal({ keyId, timestamp, nonce, signature });
  });

  const malformed: readonly [string, string][] = [
    ['nothing', ''],
    ['another version', header.replace('v2', 'v3')],
    ['no key id', header.replace('kid=k1;', '')],
    ['an empty key id', header.replace('k1', '')],
    ['a key id of 65 characters', header.replace('k1', 'k'.repeat(65))],
    ['a time with a fraction', header.replace('1760000000', '1760000000.5')],
    ['a negative time', header.replace('1760000000', '-1760000000')],
    ['a time with a leading zero', header.replace('1760000000', '01760000000')],
    ['a time beyond all clocks', header.replace('1760000000', '1'.repeat(13))],
    ['a nonce of 21 characters', header.replace('A'.repeat(22), 'A'.repeat(21))],
    ['a nonce of 65 characters', header.replace('A'.repeat(22), 'A'.repeat(65))],
    ['a nonce with a brace', header.replace('A'.repeat(22), `${'A'.repeat(22)}}`)],
    ['no signature', header.replace(signature, '')],
    ['base64 without its padding', header.slice(0, -1)],
    ['base64 that is not canonical', header.replace('75s=', '75t=')],
    ['base64 for addresses', header.replace('/', '_')],
    ['its parts in another order', header.replace('kid=k1;ts=1760000000', 'ts=1760000000;kid=k1')],
    ['blanks', header.replaceAll(';', '; ')],
    ['something behind it', `${header};x=1`],
    ['itself twice', `${header}, ${header}`],
  ];
  for (const [what, text] of malformed)
    it(`is not read from a header with ${what}`, () => {
      expect(readSignatureV2(text)).to.equal(undefined);
    });
});
