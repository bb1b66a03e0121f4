import { expect } from 'chai';
import { KeyRing, markedSecret, secretKeyOf } from '../../shared/secrets/keyRing.ts';
import { encryptSecret } from '../../shared/secrets/secrets.ts';

const [one, other, strange] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];
const appId = 'app_1';

describe('a key ring', () => {
  const ring = new KeyRing(one, undefined, other);

  it('opens secrets of each of its keys', () => {
    for (const key of [one, other])
      expect(ring.open(markedSecret('s', appId, secretKeyOf(key)), appId)).to.equal('s');
  });

  it('does not open secrets without a key id, of another key, of another app, or that were changed', () => {
    const good = markedSecret('s', appId, secretKeyOf(one));

    expect(ring.open(encryptSecret('s', appId, one), appId)).to.equal(undefined);
    expect(ring.open(markedSecret('s', appId, secretKeyOf(strange)), appId)).to.equal(undefined);
    expect(ring.open(good, 'app_2')).to.equal(undefined);
    expect(ring.open(good.replace(secretKeyOf(one).id, secretKeyOf(other).id), appId)).to.equal(undefined);
    expect(ring.open('', appId)).to.equal(undefined);
  });

  it('has an id for each key, which is always the same and reveals nothing of it', () => {
    expect(ring.ids).to.deep.equal([secretKeyOf(one).id, secretKeyOf(other).id]);
    expect(secretKeyOf(one).id).to.equal('f0771b3fc23af093');
  });
});
