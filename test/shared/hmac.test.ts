import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { HmacKey } from '../../shared/contract/keys/hmac.ts';

describe('HmacKey', () => {
  /** Lengths around that of a block, around that of copied parts, and in between. */
  const lengths = [0, 1, 31, 32, 63, 64, 65, 100, 4_095, 4_096, 4_097, 10_000];

  for (const keyLength of lengths)
    it(`signs as Node does with a key of ${keyLength} bytes, one message after the other`, () => {
      const key = bytes(keyLength, 7);
      const hmacKey = new HmacKey(key);
      for (const length of [...lengths, ...lengths.toReversed()]) {
        const message = bytes(length, 11);
        const expected = createHmac('sha256', key).update(message).digest('base64');

        expect(hmacKey.sign(message)).to.equal(expected);
        expect(hmacKey.sign(message.toString('latin1'))).to.equal(expected);
      }
    });

  it('takes a text as its key in UTF-8', () => {
    const expected = createHmac('sha256', 'Schlüssel').update('body').digest('base64');

    expect(new HmacKey('Schlüssel').sign(Buffer.from('body'))).to.equal(expected);
  });

  /** Bytes of every value, in an order that the factor decides. */
  function bytes(length: number, factor: number): Buffer {
    return Buffer.from(Array.from({ length }, (_, index) => (index * factor + length) % 256));
  }
});
