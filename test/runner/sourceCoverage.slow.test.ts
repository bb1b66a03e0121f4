import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { compiled } from '../support/command.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { Running } from '../support/running.ts';
import { sourceCoverage } from './sourceCoverage.ts';

const file = 'shared/runtime/process/explain.ts';
/** Runs a source as Mocha loads tests, and once more as a module, which is compiled otherwise. */
const asSource = `require('./${file}').explain(Object.assign(new Error(), { code: 'ENOTFOUND' }));
  import('./${file}').then(({ explain }) => explain(new Error('not counted')))`;

describe('coverage of the sources (converts all of them)', function () {
  this.timeout(120_000);
  after(cleanUp);

  it('adds what ran in the bundle to what ran as a source, and has 0 for the rest', async () => {
    await compiled();
    const env = { NODE_V8_COVERAGE: await emptyFolder() };
    const runs = [
      ['--import', 'tsx', '--eval', asSource],
      ['--max-old-space-size=1024', 'dist/cli/main.js', 'gateway'],
    ].map((parameters) => new Running(process.execPath, parameters, { env }).ended);
    const codes = (await Promise.all(runs)).map(({ code }) => code);
    expect(codes).to.deep.equal([0, 1]);

    const coverage = await sourceCoverage(env.NODE_V8_COVERAGE);

    const countsOf = (source: string) => {
      const lines = readFileSync(source, 'utf8').split('\n');
      const counts = coverage.fileCoverageFor(source).getLineCoverage();
      return (text: string) => counts[lines.findIndex((line) => line.includes(text)) + 1];
    };
    const count = countsOf(file);
    expect(count('return `the host name')).to.equal(1);
    expect(count("return message.split('\\n', 1)")).to.equal(1);
    expect(count('const { code = error.name')).to.equal(2);
    expect(count("return 'the database did not answer")).to.equal(0);
    expect(coverage.files()).to.include('workers/worker.ts');
    expect(countsOf('workers/sets/lockWaiters.ts')('(queue && queues.has(queue)')).to.equal(0);
  });
});
