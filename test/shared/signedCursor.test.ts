import { expect } from 'chai';
import {
  cursorContent,
  cursorPattern,
  signedCursor,
  unverifiedContent,
} from '../../shared/contract/keys/cursors.ts';
import { HmacKey } from '../../shared/contract/keys/hmac.ts';

describe('signed cursors', () => {
  const key = new HmacKey('key');
  const scope = { purpose: 'changes.list', account: 7 };
  const cursor = signedCursor(key, scope, 'content ü 42');

  it('give back what they contain', () => {
    expect(cursorContent(key, scope, cursor)).to.equal('content ü 42');
    expect(unverifiedContent(cursor)).to.equal('content ü 42');
    expect(cursor).to.match(new RegExp(cursorPattern));
  });

  const others: readonly (readonly [string, HmacKey, typeof scope, string])[] = [
    ['another key', new HmacKey('other'), scope, cursor],
    ['another account', key, { ...scope, account: 8 }, cursor],
    ['another operation', key, { ...scope, purpose: 'customer.list' }, cursor],
    [
      'another content',
      key,
      scope,
      `${Buffer.from('content 43').toString('base64url')}.${cursor.split('.')[1]}`,
    ],
    ['a part of it', key, scope, cursor.slice(0, -1)],
    ['more than it', key, scope, `${cursor}A`],
    ['another spelling of the same bytes', key, scope, cursor.replace('.', '=.')],
    ['nothing', key, scope, ''],
  ];
  for (const [what, otherKey, otherScope, given] of others)
    it(`are refused with ${what}`, () => {
      expect(cursorContent(otherKey, otherScope, given)).to.equal(undefined);
    });
});
