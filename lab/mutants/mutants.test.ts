import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { titlesIn } from '../../test/docs/testTitles.ts';
import { importsOf } from '../../test/support/sourceFiles.ts';
import { allMutants } from './allMutants.ts';
import { type Mutant, mutated, titlePattern } from './mutant.ts';
import { tableOf } from './mutantTable.ts';
import { longestMs, notPassing, readResults, survivedBy, testsOf } from './results.ts';

const read = (file: string) => readFileSync(file, 'utf8');

describe('mutants', () => {
  it('are many, each with a name of its own', () => {
    const names = allMutants.map(({ name }) => name);

    expect(names).to.have.length.above(25);
    expect(names).to.deep.equal([...new Set(names)]);
  });

  it('replace text that is in their file once', () => {
    for (const mutant of allMutants) expect(mutated(read(mutant.file), mutant)).to.include(mutant.to);
  });

  it('name tests that exist', () => {
    const missing = allMutants
      .flatMap(testsOf)
      .filter(({ file, title }) => !existsSync(file) || !titlesOf(file).includes(title));

    expect(missing).to.deep.equal([]);
  });

  it('are listed in docs/testing.md as the script prints them', () => {
    expect(read('docs/testing.md')).to.include(`\n\n${tableOf(allMutants)}\n\n`);
  });

  /** Reads the titles in the file, and in the rules of several files that it imports. */
  function titlesOf(file: string): readonly string[] {
    const rules = importsOf(file).filter((imported) => imported.startsWith('test/support/'));
    return [file, ...rules].flatMap((each) => titlesIn(read(each)));
  }
});

describe('the script of the mutants', () => {
  const mutant: Mutant = {
    name: 'no-answer',
    file: 'a.ts',
    from: 'return 42;',
    to: 'return;',
    breaks: 'Nobody | knows.',
    killedBy: {
      'a.test.ts': 'answers ${what} (soon)',
      'b.test.ts': 'goes on',
    },
  };
  const output = `
  answers
    ✔ answers one (soon) (123ms)
    1) answers two (soon)
    - waits
  others
    ✔ goes on

  2 passing (1s)
  1 pending
  1 failing

  1) answers
       answers three (soon):
`;

  it('refuses a mutant whose text is missing, or there twice', () => {
    expect(mutated('a\nreturn 42;\nb', mutant)).to.equal('a\nreturn;\nb');
    for (const text of ['return 43;', 'return 42;return 42;'])
      expect(() => mutated(text, mutant)).to.throw(/^no-answer: the text to replace is [02] times in a\.ts/);
  });

  it('finds titles in the form of the runner', () => {
    const results = readResults(output);

    expect(results).to.deep.equal({
      passed: [
        { title: 'answers one (soon)', ms: 123 },
        { title: 'goes on', ms: 0 },
      ],
      failed: ['answers two (soon)'],
    });
    expect(longestMs(mutant, results)).to.equal(123);
    expect('others goes on').to.match(new RegExp(titlePattern('goes on')));
    expect('others goes on and on').not.to.match(new RegExp(titlePattern('goes on')));
  });

  it('counts a mutant as killed only if each of its tests failed', () => {
    const failed = ['answers two (soon)', 'goes on'];

    expect(survivedBy(mutant, readResults(output))).to.deep.equal(['b.test.ts: goes on']);
    expect(survivedBy(mutant, { passed: [], failed })).to.deep.equal([]);
    expect(survivedBy(mutant, { passed: [], failed: ['"before each" hook for "goes on"'] })).to.have.length(
      2,
    );
  });

  it('begins only if each test passes without a mutant', () => {
    const missing = { passed: [{ title: 'goes on', ms: 0 }], failed: [] };

    expect(notPassing(mutant, readResults(output))).to.deep.equal(['a.test.ts: answers ${what} (soon)']);
    expect(notPassing(mutant, missing)).to.deep.equal(['a.test.ts: answers ${what} (soon)']);
  });

  it('prints a row of Markdown for each', () => {
    expect(tableOf([mutant]).split('\n')[2]).to.equal(
      '| no-answer | Nobody \\| knows. | `a.test.ts`: answers … (soon); `b.test.ts`: goes on |',
    );
    expect(tableOf([mutant], new Set([mutant]))).to.include('| **survived** |');
  });
});
