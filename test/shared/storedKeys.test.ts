import { expect } from 'chai';
import { appIdKeyOf } from '../../shared/secrets/appIds.ts';
import { KeyRing, secretKeyOf } from '../../shared/secrets/keyRing.ts';
import { judgeKeys, type StoredKey, sealAppIdKey } from '../../shared/secrets/storedKeys.ts';

const [first, next, strange] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];
const appIdKey = appIdKeyOf(first);

const stored = (state: StoredKey['state'], key: Buffer): StoredKey => {
  const secretKey = secretKeyOf(key);
  return { state, key_id: secretKey.id, app_id_key: sealAppIdKey(appIdKey, secretKey) };
};

describe('judging keys', () => {
  const judge = (ring: KeyRing, ...keys: StoredKey[]) => judgeKeys(ring, keys);

  it('proves those that a database has, whatever else there is, and finds the key of app ids', () => {
    for (const [ring, keys] of [
      [new KeyRing(first), [stored('active', first)]],
      [new KeyRing(next, first), [stored('active', first)]],
      [new KeyRing(next, first), [stored('active', next), stored('retiring', first)]],
      [new KeyRing(next), [stored('active', next)]],
    ] as const) {
      const verdict = judge(ring, ...keys);
      expect(verdict).to.deep.include({ kind: 'proven', appIdKey });
      expect(verdict).to.have.nested.property('active.id', keys[0].key_id);
    }
  });

  it('refuses those that lack one, or open nothing', () => {
    const forged = { ...stored('active', strange), key_id: secretKeyOf(first).id };

    expect(judge(new KeyRing(strange), stored('active', first)).kind).to.equal('wrong');
    expect(judge(new KeyRing(next), stored('active', next), stored('retiring', first)).kind).to.equal(
      'wrong',
    );
    expect(judge(new KeyRing(first), forged).kind).to.equal('wrong');
    expect(judge(new KeyRing(first), stored('retiring', first)).kind).to.equal('wrong');
  });

  it('accepts any for a database without keys', () => {
    expect(judge(new KeyRing(next)).kind).to.equal('unproven');
  });
});
