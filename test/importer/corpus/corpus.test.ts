import { expect } from 'chai';
import { judge } from './judge.ts';
import { known } from './knownGaps.ts';
import { readCases } from './readCases.ts';

describe('importer: files of the corpus', function () {
  this.timeout(60_000);

  it('are right, or stopped with a question, except for those that are known [import-corpus]', async () => {
    const found: Record<string, string[]> = { wrong: [], incomplete: [] };
    for (const one of readCases()) {
      const { verdict } = await judge(one);
      found[verdict]?.push(`${one.family}: ${one.name}`);
    }

    expect(found).to.deep.equal(known);
  });
});
