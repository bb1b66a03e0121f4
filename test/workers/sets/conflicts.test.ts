import { expect } from 'chai';
import { implementations } from '../../../workers/operations/implementations.ts';
import { independentSets } from '../../../workers/sets/conflictFilter.ts';
import { callOf } from '../../support/calls.ts';

describe('independent sets', () => {
  const updates = implementations['article.update'];
  const update = (article_ident: string, article_title: string) =>
    callOf('article.update', 1, { article_ident, article_title });

  it('have one write to each record, in the order in which they came', () => {
    const [a1, b1, a2, a3] = [update('a', '1'), update('b', '1'), update('a', '2'), update('a', '3')];

    expect(independentSets([a1, b1, a2, a3], updates)).to.deep.equal([[a1, b1], [a2], [a3]]);
  });

  it('have one call each if the operation is atomic', () => {
    const batches = [1, 2].map((account) => callOf('article.batch', account, { entries: [] }));

    const sets = independentSets(batches, implementations['article.batch']);

    expect(sets).to.deep.equal(batches.map((batch) => [batch]));
  });

  it('are one set without conflicts', () => {
    const calls = ['a', 'b', 'c'].map((ident) => update(ident, '1'));

    expect(independentSets(calls, updates)).to.deep.equal([calls]);
    expect(independentSets([], updates)).to.deep.equal([]);
  });
});
