import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { signatureHeader } from '../../shared/contract/keys/hmac.ts';
import {
  keyIdOf,
  readSignatureV2,
  signatureV2Header,
  signingKey,
} from '../../shared/contract/keys/signatureV2.ts';

/** Every value is a text, so that a shell can read it. */
type FileVector = Readonly<Record<string, string>>;

const { vectors } = JSON.parse(readFileSync('examples/signature-vectors.json', 'utf8')) as {
  readonly vectors: readonly FileVector[];
};
const ofV1 = vectors.filter(({ header }) => header === 'X-Svc-Hmac');
const ofV2 = vectors.filter(({ header }) => header === 'X-Svc-Signature');
const isRight = ({ valid }: FileVector) => valid === 'yes';

describe('examples/signature-vectors.json', () => {
  it('has what the service computes', () => {
    expect(ofV1.filter(isRight)).to.have.length.above(4);
    expect(ofV2.filter(isRight)).to.have.length.above(5);
    expect(vectors.filter((vector) => !isRight(vector))).to.have.length.above(12);
    for (const { appId = '', apiSecret = '', body = '', value } of ofV1.filter(isRight))
      expect(signatureHeader(appId, body, apiSecret)).to.equal(value);
    for (const vector of ofV2.filter(isRight)) expect(isSigned(vector), vector['name']).to.equal(true);
  });

  it('has the vector of docs/api.md, whose table has its values', () => {
    const [hmac, v2] = vectors.filter(({ name }) => name?.includes('the vector of docs/api.md'));
    const secret = v2?.['apiSecret'] ?? '';
    const values = {
      ...v2,
      hmac: hmac?.['value']?.split(':')[1],
      signature: v2?.['value']?.split('sig=')[1],
      digest: createHash('sha256')
        .update(v2?.['body'] ?? '')
        .digest('hex'),
      keyIdOfSecret: keyIdOf(secret),
    };
    const section = readFileSync('docs/api.md', 'utf8').split('<a id="test-vectors"></a>')[1] ?? '';
    const { name, header, valid, reason, bodyBase64, idempotencyKey, value, ...shown } = values as FileVector;

    for (const each of Object.values(shown)) expect(section).to.include(`\`${each}\``);
    expect(section).to.include(`\nX-Svc-Hmac: ${hmac?.['value']}\nX-Svc-Signature: ${value}\n`);
  });

  it('can be computed without HKDF, as docs/api.md says', () => {
    const [{ apiSecret = '', signingKeyHex } = {}] = ofV2;
    const prk = createHmac('sha256', 'counterfoil').update(apiSecret).digest();
    const derive = (info: string) =>
      createHmac('sha256', prk).update(info).update(Buffer.of(1)).digest('hex');

    expect(derive('svc-v2')).to.equal(signingKeyHex);
    expect(derive('svc-v2-kid').slice(0, 16)).to.equal(keyIdOf(apiSecret));
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

/** Reason why the service refuses it, with its own code. */
function reasonOf(vector: FileVector): string {
  const claimed = readSignatureV2(vector['value'] as string);
  if (!claimed) return 'malformed';
  if (claimed.keyId !== keyIdOf(vector['apiSecret'] as string)) return 'unknown_key';
  return isSigned(vector) ? '' : 'bad_signature';
}

/** True if the service computes the same signature. */
function isSigned({ value = '', operation: method = '', apiSecret = '', ...vector }: FileVector): boolean {
  const { appId = '', idempotencyKey = '', path = '', body = '' } = vector;
  const claimed = readSignatureV2(value);
  if (!claimed) return false;
  const request = { ...claimed, appId, idempotencyKey, path, method, body };
  return signatureV2Header(request, signingKey(apiSecret)) === value;
}
