import { createCipheriv } from 'node:crypto';
import { expect } from 'chai';
import { decryptSecret, encryptSecret, newSecret } from '../../shared/secrets/secrets.ts';

const key = Buffer.alloc(32, 1);
const appId = 'app_1';

describe('secrets', () => {
  it('are new each time, and 256 bits long', () => {
    const secrets = Array.from({ length: 1_000 }, newSecret);

    expect(new Set(secrets)).to.have.property('size', 1_000);
    expect(secrets.map((secret) => Buffer.from(secret, 'base64url').length)).to.deep.equal(
      Array(1_000).fill(32),
    );
  });

  for (const secret of [newSecret(), '', 'schl\u00fcssel\u{1f511}', 'x'.repeat(10_000)]) {
    it(`come back as they were: ${secret.slice(0, 10)}`, () => {
      expect(decryptSecret(encryptSecret(secret, appId, key), appId, key)).to.equal(secret);
    });
  }

  it('are encrypted into another text each time, which does not hold them', () => {
    const texts = Array.from({ length: 100 }, () => encryptSecret('a secret', appId, key));

    expect(new Set(texts)).to.have.property('size', 100);
    for (const text of texts) expect(Buffer.from(text, 'base64').toString('latin1')).to.not.include('secret');
  });

  it("can't be read with a single bit changed", () => {
    const bytes = Buffer.from(encryptSecret('a secret', appId, key), 'base64');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => decryptSecret(changed.toString('base64'), appId, key), `bit ${bit}`).to.throw();
    }
  });

  it("can't be read when something is missing or added at the end", () => {
    const bytes = Buffer.from(encryptSecret('a secret', appId, key), 'base64');
    for (let length = 0; length < bytes.length; length += 1) {
      expect(
        () => decryptSecret(bytes.subarray(0, length).toString('base64'), appId, key),
        `${length} bytes`,
      ).to.throw();
    }
    expect(() =>
      decryptSecret(Buffer.concat([bytes, Buffer.alloc(1)]).toString('base64'), appId, key),
    ).to.throw();
  });

  it("can't be read by the name of another app", () => {
    const text = encryptSecret('a secret', appId, key);

    for (const other of ['app_2', 'APP_1', 'app_1 ', ''])
      expect(() => decryptSecret(text, other, key), other).to.throw();
  });

  it("can't be read with another key", () => {
    expect(() => decryptSecret(encryptSecret('a secret', appId, key), appId, Buffer.alloc(32, 2))).to.throw();
  });

  for (const authTagLength of [4, 8, 12, 15]) {
    it(`can't be forged with a tag of ${authTagLength} bytes, which would be easier to guess`, () => {
      const iv = Buffer.alloc(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength }).setAAD(Buffer.from(appId));
      cipher.final();
      const forged = Buffer.concat([iv, cipher.getAuthTag()]).toString('base64');

      expect(() => decryptSecret(forged, appId, key)).to.throw();
    });
  }

  it("can't be encrypted with a key of another length", () => {
    expect(() => encryptSecret('a secret', appId, Buffer.alloc(16))).to.throw();
  });
});
