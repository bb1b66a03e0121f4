import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { allFaults } from '../../lab/faults/allFaults.ts';
import { fullDisk } from '../../lab/faults/diskFaults.ts';
import { testTitles, titlesIn } from './testTitles.ts';

const document = 'docs/guarantees.md';
const testPage = 'docs/testing.md';
const tests = readFileSync(testPage, 'utf8');
const resultPage = 'docs/results.md';

/** Two words at least, so that other brackets in titles are not taken for ids. */
const idForm = '[a-z0-9]+(?:-[a-z0-9]+)+';

/** Guarantees in the order of their page. */
const guarantees = [...readFileSync(document, 'utf8').matchAll(/^\| `([^`]+)` \|/gm)].map(
  ([, id = '']) => id,
);

describe(document, () => {
  const tested = idsIn(testTitles());

  it('has ids of two words or more, each once', () => {
    expect(guarantees).to.have.length.above(40);
    expect(guarantees.filter((id) => !new RegExp(`^${idForm}$`).test(id))).to.deep.equal([]);
    expect(guarantees).to.deep.equal([...new Set(guarantees)]);
  });

  it('has no guarantee without a test', () => {
    const untested = guarantees.filter((id) => !tested.includes(id));

    expect(untested, 'add [the id] to the title of a test that proves it').to.deep.equal([]);
  });

  it('has every guarantee that a test names', () => {
    const unknown = tested.filter((id) => !guarantees.includes(id));

    expect(unknown, `the title of a test has an id that is not in ${document}`).to.deep.equal([]);
  });
});

describe(testPage, () => {
  it('has the mechanism of every guarantee', () => {
    const mechanisms = [...tests.matchAll(/^\| `([^`]+)` \| .{4,} \|$/gm)].map(([, id]) => id);

    expect(mechanisms).to.deep.equal(guarantees);
  });
});

describe(resultPage, () => {
  it('has a row for every fault, in their order', () => {
    const [, results = ''] =
      /^\| fault .*\n\|.*\n((?:\|.*\n)+)/m.exec(readFileSync(resultPage, 'utf8')) ?? [];
    const rows = results.trimEnd().split('\n');

    const names = rows.map((row) => row.split('|')[1]?.trim());
    expect(names).to.deep.equal([...allFaults, fullDisk].map(({ name }) => name));
  });
});

describe('reading of titles', () => {
  // Put together here, so that they are not titles of this file.
  const written = (name: string, title: string) => `  ${name}(${title}, async () => {`;
  const titles: readonly [string, readonly string[]][] = [
    [written('it', "'holds [one-two]'"), ['one-two']],
    [written('describe', '"a worker\'s end [one-two] [two-three-4xx]"'), ['one-two', 'two-three-4xx']],
    [written('it', '`holds ${what} [one-two]`'), ['one-two']],
    [written('it', "\n    'stands on a line of its own [one-two]'"), ['one-two']],
    [written('it', "'takes [word] and […]'"), []],
    ["  await submit('is not a title [one-two]');", []],
  ];
  for (const [text, ids] of titles)
    it(`finds the ids in ${JSON.stringify(text.trim())}`, () =>
      expect(idsIn(titlesIn(text))).to.deep.equal(ids));
});

function idsIn(titles: readonly string[]): string[] {
  const form = new RegExp(`\\[(${idForm})\\]`, 'g');
  return [...new Set(titles.flatMap((title) => [...title.matchAll(form)].map(([, id = '']) => id)))];
}
