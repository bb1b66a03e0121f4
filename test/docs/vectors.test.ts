import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { expect } from 'chai';
import { signedLines, vector } from '../../docs/generate/vectors.ts';
import { signatureHeader } from '../../shared/contract/keys/hmac.ts';
import { keyIdOf, signatureV2, signingKey } from '../../shared/contract/keys/signatureV2.ts';

const { apiSecret, appId, keyId, timestamp, nonce, idempotencyKey, path, method, body } = vector;

describe('test vectors of docs/api.md', () => {
  it('are what the page describes, computed by its description alone', () => {
    const digest = createHash('sha256').update(body).digest('hex');
    const key = Buffer.from(hkdfSync('sha256', apiSecret, 'counterfoil', 'svc-v2', 32));
    const values = [appId, keyId, timestamp, nonce, idempotencyKey, 'POST', path, method, digest];
    const lines = ['SVC2-HMAC-SHA256', ...values];

    expect(lines).to.have.length(signedLines.split('\n').length);
    expect({
      hmac: createHmac('sha256', apiSecret).update(body).digest('base64'),
      bodyDigest: digest,
      signingKey: key.toString('hex'),
      computedKeyId: Buffer.from(hkdfSync('sha256', apiSecret, 'counterfoil', 'svc-v2-kid', 8)).toString(
        'hex',
      ),
      signature: createHmac('sha256', key).update(lines.join('\n')).digest('base64'),
    }).to.deep.equal({
      hmac: vector.hmac,
      bodyDigest: vector.bodyDigest,
      signingKey: vector.signingKey,
      computedKeyId: vector.computedKeyId,
      signature: vector.signature,
    });
  });

  it('can be computed without HKDF, as the page says', () => {
    const prk = createHmac('sha256', 'counterfoil').update(apiSecret).digest();
    const derive = (info: string) =>
      createHmac('sha256', prk).update(info).update(Buffer.of(1)).digest('hex');

    expect(derive('svc-v2')).to.equal(vector.signingKey);
    expect(derive('svc-v2-kid').slice(0, 16)).to.equal(vector.computedKeyId);
  });

  it('are what the service and the client compute', () => {
    expect(signatureHeader(appId, body, apiSecret)).to.equal(`${appId}:${vector.hmac}`);
    expect(keyIdOf(apiSecret)).to.equal(vector.computedKeyId);
    expect(signatureV2(vector, signingKey(apiSecret))).to.equal(vector.signature);
  });
});
