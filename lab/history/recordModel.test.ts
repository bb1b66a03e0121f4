import { expect } from 'chai';
import type { LedgerEntry, Outcome } from '../faults/ledger.ts';
import { linearize } from './linearizable.ts';
import { recordCallsIn, recordModel } from './recordModel.ts';

type Data = Readonly<Record<string, unknown>> | null;

const article_ident = 'art_1';
let clock = 0;

/** A call that begins when the one before has ended. */
function entry(method: string, body: object, outcome: Outcome, data: Data = null, message = ''): LedgerEntry {
  clock += 2;
  const envelope = { response: outcome === 'done', data, method, message };
  return {
    method,
    body: {
      article_ident,
      ...body,
    },
    key: '',
    startedAt: clock,
    ended: clock + 1,
    outcome,
    envelope,
    failures: [],
    refusalMs: [],
    broken: [],
  };
}

const reads = (article_subtitle: string, version = `v ${article_subtitle}`) =>
  entry('article.read', {}, 'done', { article_subtitle, version });
const missing = (method = 'article.read') => entry(method, {}, 'refused', null, 'article not found');
const updates = (article_subtitle: string, body: object = {}, data: object = {}) =>
  entry('article.update', { article_subtitle, ...body }, 'done', { article_ident, ...data });
const changed = (if_version: string, version: string) =>
  entry('article.update', { article_subtitle: 'x', if_version }, 'refused', { version }, 'record changed');
const deletes = () => entry('article.delete', {}, 'done');
const unanswered = (method: string, body: object) => entry(method, body, 'unknown');
const refused = () =>
  entry('article.update', { article_ean: '1' }, 'refused', null, 'article_ean already exists');

/** A put of the article with an ident that has this source. */
const puts = (source: string, ident: string, result: string, article_subtitle = '') =>
  entry('article.put', { article_ident: undefined, external_ident: source, article_subtitle }, 'done', {
    article_ident: ident,
    result,
  });
const putOfA = { article_ident: undefined, external_ident: 'A', article_subtitle: 'one' };
const created = [puts('A', article_ident, 'created'), puts('B', 'art_2', 'created')];

/** Makes the entries of an atomic batch of calls that began together. */
function batch(...entries: readonly LedgerEntry[]): readonly LedgerEntry[] {
  const { startedAt } = entries[0] as LedgerEntry;
  return entries.map((each) => ({ ...each, startedAt, ended: clock + 1, key: `${clock}`, isAtomic: true }));
}

/** An update of the record of the first entry of a batch. */
const updatesFirst = (outcome: Outcome) =>
  entry('article.update', { article_ident: { entry: 0 }, article_subtitle: 'two' }, outcome, {});

const other = { article_ident: 'art_2' };
const undone = (article_subtitle: string) =>
  entry('article.update', { article_subtitle }, 'refused', { code: 'not_done' }, 'not done: entry 1 …');
const readsOther = (article_subtitle: string) =>
  entry('article.read', other, 'done', { article_subtitle, version: `v ${article_subtitle}` });

function kindOf(entries: readonly LedgerEntry[]): string {
  return linearize(recordCallsIn([...created, ...entries], ['A', 'B']), recordModel).kind;
}

describe('the history of an article', () => {
  const correct: readonly [string, readonly LedgerEntry[]][] = [
    ['updates and reads', [reads(''), updates('one'), reads('one'), reads('one')]],
    [
      'a delete, and what follows',
      [deletes(), missing(), missing('article.delete'), missing('article.update')],
    ],
    [
      'a conditional update',
      [reads(''), updates('one', { if_version: 'v ' }, { version: 'v1' }), reads('one', 'v1')],
    ],
    ['a condition that failed', [reads(''), updates('one'), changed('v ', 'v one'), reads('one')]],
    [
      'an update that keeps the subtitle',
      [updates('one'), entry('article.update', {}, 'done'), reads('one')],
    ],
    ['a value that another record has', [reads(''), refused(), reads('')]],
    [
      'an update without an answer',
      [unanswered('article.update', { article_subtitle: 'one' }), reads(''), reads('one')],
    ],
    [
      'a put that changes the article, and one that creates another one after a delete',
      [puts('A', article_ident, 'updated', 'one'), reads('one'), deletes(), puts('A', 'art_3', 'created')],
    ],
    [
      'a put without an answer that created an article',
      [
        deletes(),
        unanswered('article.put', putOfA),
        puts('A', 'art_3', 'updated', 'two'),
        missing(),
        entry('article.read', { article_ident: 'art_3' }, 'done', { article_subtitle: 'two', version: 'v' }),
      ],
    ],
    [
      'an atomic batch of two articles',
      [...batch(updates('one'), updates('two', other)), reads('one'), readsOther('two')],
    ],
    [
      'an atomic batch that refers to its first entry',
      [...batch(puts('A', article_ident, 'updated', 'one'), updatesFirst('done')), reads('two')],
    ],
    [
      'an atomic batch without an answer that refers to its first entry',
      [...batch(unanswered('article.put', putOfA), updatesFirst('unknown')), reads('two')],
    ],
    [
      'an atomic batch that is refused and undone',
      [
        entry('article.delete', other, 'done'),
        ...batch(undone('one'), entry('article.update', other, 'refused', null, 'article not found')),
        reads(''),
      ],
    ],
    [
      'an atomic batch without an answer that happened',
      [...batch(unanswered('article.update', { article_subtitle: 'one' })), reads('one')],
    ],
    [
      'a call that was not accepted',
      [entry('article.update', { article_subtitle: 'one' }, 'unavailable'), reads('')],
    ],
  ];
  for (const [what, entries] of correct)
    it(`may have ${what}`, () => expect(kindOf(entries)).to.equal('linearizable'));

  const wrong: readonly [string, readonly LedgerEntry[]][] = [
    ['a put that creates a second article', [puts('A', 'art_3', 'created')]],
    ['a put that changes another article', [puts('A', 'art_2', 'updated')]],
    ['a put that changes an article after its delete', [deletes(), puts('A', article_ident, 'updated')]],
    [
      'half of an atomic batch without an answer',
      [
        ...batch(
          unanswered('article.update', { article_subtitle: 'one' }),
          unanswered('article.update', { ...other, article_subtitle: 'two' }),
        ),
        reads('one'),
        readsOther(''),
      ],
    ],
    [
      'an atomic batch without the entry that refers to its first one',
      [...batch(puts('A', article_ident, 'updated', 'one'), updatesFirst('done')), reads('one')],
    ],
    [
      'an atomic batch that is refused without a reason',
      [...batch(undone('one'), entry('article.update', other, 'refused', null, 'article not found'))],
    ],
    [
      'an atomic batch that was refused and happened in part',
      [
        entry('article.delete', other, 'done'),
        ...batch(undone('one'), entry('article.update', other, 'refused', null, 'article not found')),
        reads('one'),
      ],
    ],
    ['a read of what was overwritten', [updates('one'), updates('two'), reads('one')]],
    ['a read after the delete', [deletes(), reads('')]],
    ['an update after the delete', [deletes(), updates('one')]],
    ['a record that is not found although nobody deleted it', [updates('one'), missing()]],
    [
      'two conditional updates of one version',
      [
        reads(''),
        updates('one', { if_version: 'v ' }, { version: 'v1' }),
        updates('two', { if_version: 'v ' }, { version: 'v2' }),
      ],
    ],
    ['a condition that failed although nothing had changed', [reads(''), changed('v ', 'v '), reads('')]],
    ['a version that stays while the record changes back', [reads(''), updates('one'), changed('v ', 'v ')]],
    ['two versions of the same state', [reads('', 'v1'), reads('', 'v2')]],
    ['an update that was refused and happened', [reads(''), refused(), reads('1')]],
    [
      'an update that was not accepted and happened',
      [entry('article.update', { article_subtitle: 'one' }, 'unavailable'), reads('one')],
    ],
  ];
  for (const [what, entries] of wrong)
    it(`can't have ${what}`, () => expect(kindOf(entries)).to.equal('violation'));
});
