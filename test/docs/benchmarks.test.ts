import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { compareReport } from '../../lab/bench/compare/compareReport.ts';
import { importReport } from '../../lab/bench/import/report.ts';
import { benchmarkChart } from '../../lab/bench/report/benchmarkChart.ts';
import { partOf } from '../../lab/bench/report/publish.ts';
import { type Report, report } from '../../lab/bench/report/report.ts';
import { medianInterval } from '../../lab/bench/report/statistics.ts';

const folder = 'lab/bench/results';
const pages = { summary: 'docs/benchmarks.md', details: `${folder}/tables.md` } as const;

/** The newest result of each part of the pages; names of files begin with their time. */
const newest = new Map<string, Report>();
for (const file of readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .toSorted()) {
  const results = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'));
  if (results.measures) newest.set('base', compareReport(results));
  else if (results.comparisons) newest.set('imports', importReport(results));
  else newest.set(partOf(results), report(results));
}

describe('the pages of the benchmarks', () => {
  for (const [part, made] of newest)
    for (const kind of ['summary', 'details'] as const)
      if (made[kind] !== '')
        it(`${pages[kind]} has the newest result of ${part}`, () => {
          const page = readFileSync(pages[kind], 'utf8');
          const [, shown = ''] =
            new RegExp(`<!-- ${part} -->\n([^]*)<!-- end of ${part} -->`).exec(page) ?? [];

          expect(shown.trim()).to.equal(made[kind]);
        });

  it('have a chart of the newest comparison', () => {
    expect(readFileSync('docs/benchmark.svg', 'utf8')).to.equal(
      benchmarkChart(readFileSync(pages.summary, 'utf8')),
    );
  });

  it('have a result of every kind that was run', () => {
    expect([...newest.keys()]).to.include.members(['comparison', 'scaling', 'rows', 'memory', 'imports']);
  });
});

describe('the confidence interval of a median', () => {
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => count - index);

  it('leaves out as many of the smallest and largest values as 95 % allow', () => {
    expect(medianInterval(upTo(6))).to.deep.equal({ min: 1, max: 6 });
    expect(medianInterval(upTo(10))).to.deep.equal({ min: 2, max: 9 });
    expect(medianInterval(upTo(20))).to.deep.equal({ min: 6, max: 15 });
  });

  it('is not known from five values', () => {
    expect(medianInterval(upTo(5))).to.equal(undefined);
  });
});
