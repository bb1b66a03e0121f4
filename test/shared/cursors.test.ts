import { expect } from 'chai';
import {
  Cursors,
  cursorPattern,
  type QueryScope,
  unverifiedContent,
} from '../../shared/contract/keys/cursors.ts';

describe('Cursors', () => {
  const cursors = new Cursors(Buffer.alloc(32, 1));
  const scope: QueryScope = { purpose: 'article.list', account: 1, subject: '[["a","b"],"c"]' };
  const now = 1_000_000_000;
  const sealed = cursors.seal(scope, 'art_1', now);

  it('opens what it has sealed, for 24 hours', () => {
    expect(cursors.open(scope, sealed, now + 86_399_999)).to.deep.equal({ position: 'art_1' });
    expect(cursors.open(scope, sealed, now + 86_400_000)).to.equal('cursor_expired');
  });

  it('shows what it has sealed, and has a form that can be checked before', () => {
    expect(unverifiedContent(cursors.seal(scope, 'ü 42', now))).to.equal('[1086400,"ü 42"]');
    expect(sealed).to.match(new RegExp(cursorPattern));
  });

  it('opens nothing of another purpose, account, subject or key', () => {
    const others = [{ purpose: 'customer.list' }, { account: 2 }, { subject: '[["a","b"],"d"]' }];
    for (const other of others)
      expect(cursors.open({ ...scope, ...other }, sealed, now)).to.equal('cursor_invalid');
    expect(new Cursors(Buffer.alloc(32, 2)).open(scope, sealed, now)).to.equal('cursor_invalid');
  });

  it('opens no cursor of which a character was changed, added or removed', () => {
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = sealed[index] === 'A' ? 'B' : 'A';
      const tampered = sealed.slice(0, index) + changed + sealed.slice(index + 1);
      expect(cursors.open(scope, tampered, now), `${index}`).to.equal('cursor_invalid');
    }
    for (const other of [
      '',
      'x',
      `${sealed}A`,
      `${sealed}=`,
      sealed.replace('.', '=.'),
      ` ${sealed}`,
      `${sealed}!`,
      sealed.slice(0, -1),
    ])
      expect(cursors.open(scope, other, now), other).to.equal('cursor_invalid');
  });

  it('does not take the end of a scope for the beginning of a position', () => {
    const longer = { ...scope, subject: `${scope.subject}1` };

    expect(cursors.open(longer, sealed, now)).to.equal('cursor_invalid');
  });
});
