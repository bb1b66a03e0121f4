import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { type FileVector, vectorFile } from '../../docs/generate/vectorFile.ts';
import { signatureHeader } from '../../shared/contract/keys/hmac.ts';
import {
  keyIdOf,
  readSignatureV2,
  signatureV2Header,
  signingKey,
} from '../../shared/contract/keys/signatureV2.ts';

const text = readFileSync('examples/signature-vectors.json', 'utf8');
const { vectors } = JSON.parse(text) as { readonly vectors: readonly FileVector[] };
const ofV1 = vectors.filter(({ header }) => header === 'X-Svc-Hmac');
const ofV2 = vectors.filter(({ header }) => header === 'X-Svc-Signature');
const isRight = ({ valid }: FileVector) => valid === 'yes';

describe('examples/signature-vectors.json', () => {
  it('is what the service computes', () => {
    expect(text === vectorFile(), 'out of date: run npm run docs').to.equal(true);
    expect(ofV1.filter(isRight)).to.have.length.above(4);
    expect(ofV2.filter(isRight)).to.have.length.above(5);
    expect(vectors.filter((vector) => !isRight(vector))).to.have.length.above(12);
  });

  for (const vector of vectors)
    it(`${vector['name']}: ${vector['valid']}, computed by the description alone`, () => {
      const { appId = '', apiSecret = '' } = vector;
      const body = Buffer.from(vector['bodyBase64'] as string, 'base64');
      const value =
        vector['header'] === 'X-Svc-Hmac' ? described1(appId, apiSecret, body) : described2(vector, body);

      expect(body.toString()).to.equal(vector['body']);
      expect(value === vector['value']).to.equal(isRight(vector));
    });

  it('has wrong values that the service refuses for their reason', () => {
    for (const vector of ofV2.filter((each) => !isRight(each)))
      expect(reasonOf(vector), vector['name']).to.equal(vector['reason']);
    for (const vector of ofV1.filter((each) => !isRight(each))) {
      const { appId = '', apiSecret = '' } = vector;
      expect(vector['value']).not.to.equal(signatureHeader(appId, vector['body'] as string, apiSecret));
    }
  });

  it('has key ids that are derived from the secrets, but for one', () => {
    const own = ofV2.filter((vector) => vector['keyId'] !== keyIdOf(vector['apiSecret'] as string));

    expect(own.map(({ keyId }) => keyId)).to.deep.equal(['k1']);
  });
});

/** Signature v1 as docs/api.md describes it. */
function described1(appId: string, secret: string, body: Buffer): string {
  return `${appId}:${createHmac('sha256', secret).update(body).digest('base64')}`;
}

/** Signature v2 as docs/api.md describes it. */
function described2(vector: FileVector, body: Buffer): string {
  const { appId, apiSecret = '', keyId, timestamp, nonce, idempotencyKey, path, operation } = vector;
  const key = Buffer.from(hkdfSync('sha256', apiSecret, 'counterfoil', 'svc-v2', 32));
  expect(key.toString('hex')).to.equal(vector['signingKeyHex']);
  const digest = createHash('sha256').update(body).digest('hex');
  const values = [appId, keyId, timestamp, nonce, idempotencyKey, 'POST', path, operation, digest];
  const signed = ['SVC2-HMAC-SHA256', ...values].join('\n');
  const signature = createHmac('sha256', key).update(signed).digest('base64');
  return `v2;kid=${keyId};ts=${timestamp};nonce=${nonce};sig=${signature}`;
}

/** Why the service refuses it, with its own code. */
function reasonOf(vector: FileVector): string {
  const claimed = readSignatureV2(vector['value'] as string);
  if (!claimed) return 'malformed';
  const { apiSecret = '', appId = '', idempotencyKey = '', path = '', operation = '', body = '' } = vector;
  if (claimed.keyId !== keyIdOf(apiSecret)) return 'unknown_key';
  const request = { ...claimed, appId, idempotencyKey, path, method: operation, body };
  return signatureV2Header(request, signingKey(apiSecret)) === vector['value'] ? '' : 'bad_signature';
}
