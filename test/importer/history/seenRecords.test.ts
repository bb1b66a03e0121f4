import { expect } from 'chai';
import { SeenRecords } from '../../../importer/history/seenRecords.ts';
import type { Handled, Outcome } from '../../../importer/journal/rowOutcome.ts';

const skipped: Outcome = { kind: 'skipped', reason: 'left out' };
const handled = (externalIdent: string, outcome: Outcome = skipped, values = ['Tee']): Handled => ({
  row: { line: 7, values },
  outcome,
  externalIdent,
});
const created = (ident: string, external_ident: string) => ({ created: ident, to: { external_ident } });

describe('the records that the rows of an import are of', () => {
  it('are known by their own idents', () => {
    const seen = new SeenRecords('article_nr');
    seen.note([
      handled('', { kind: 'unchanged', ident: 'one' }),
      handled('', { kind: 'existed', ident: 'two' }),
      handled('x', { kind: 'updated', ident: 'three' }),
    ]);

    for (const ident of ['one', 'two', 'three'])
      expect(seen.has(created(ident, 'other')), ident).to.equal(true);
    expect(seen.has(created('four', 'x'))).to.equal(false);
    expect(seen.unread).to.deep.equal([]);
  });

  it('are known by the external_ident of a skipped row, in any form of its characters', () => {
    const seen = new SeenRecords();
    seen.note([handled(' E\u0301clair\t1'), handled('', skipped, ['', ' '])]);

    expect(seen.has(created('one', '\u00e9clair 1'))).to.equal(true);
    expect(seen.has(created('one', ''))).to.equal(false);
    expect(seen.unread).to.deep.equal([]);
  });

  for (const [what, externalIdent, match] of [
    ['has no ident', '', undefined],
    ['has a hash as its ident, which an unreadable value would change', 'a0'.repeat(20), undefined],
    ['has an ident that is too long', 'a'.repeat(1_000), undefined],
    ['is found by another field', 'a-1', 'article_nr'],
  ] as const)
    it(`are not known when a skipped row ${what}`, () => {
      const seen = new SeenRecords(match);
      seen.note([handled(externalIdent)]);

      expect(seen.unread).to.deep.equal([7]);
    });
});
