import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { judge } from './judge.ts';
import { readCases } from './readCases.ts';

describe('importer: files of the corpus', function () {
  this.timeout(60_000);

  const { wrong, incomplete } = JSON.parse(
    readFileSync(new URL('known.json', import.meta.url), 'utf8'),
  ) as Readonly<Record<'wrong' | 'incomplete', readonly string[]>>;

  it('are right, or stopped with a question, except for those in known.json', async () => {
    const found: Record<string, string[]> = { wrong: [], incomplete: [] };
    for (const one of readCases()) {
      const { verdict } = await judge(one);
      found[verdict]?.push(`${one.family}: ${one.name}`);
    }

    expect(found).to.deep.equal({ wrong, incomplete });
  });
});
