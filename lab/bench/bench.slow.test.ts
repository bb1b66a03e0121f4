import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';

const execute = promisify(execFile);

describe('the benchmark (starts servers of its own)', function () {
  this.timeout(300_000);

  before(() => execute('npx', ['tsc', '-p', 'lab/bench', '--noCheck']));

  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-bench-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('proves that its peers give the same answers and write the same rows, before it measures', async () => {
    const systems = ['--systems', 'counterfoil,direct,plain-bullmq'];
    const scenarios = ['--scenarios', 'article.create,customer.update'];
    const { stdout, stderr } = await bench(...systems, ...scenarios, '--rounds', '1');

    expect(stderr).to.include('All systems do the same work');
    // A single connection has sets of one call.
    expect(stdout).to.match(/^\| article\.create +\| +1 \| +100 \| +counterfoil \|.*\| +1 \|$/m);
  });

  it('compares with a commit beside receivers that never answer', async () => {
    const pair = ['--pairs', '1', '--starts', '1', '--dead-receivers', '2'];
    const { stdout } = await bench('compare', '--base', 'HEAD', '--measures', 'article.create', ...pair);

    expect(stdout).to.match(/^\| article\.create, 1 \| +[\d.,]+ \| +[\d.,]+ \| +[\d.]+× \|/m);
  });

  /** Runs the benchmark for as short a time as it can. */
  function bench(...options: readonly string[]) {
    const least = ['--connections', '1', '--rows', '100', '--seconds', '1', '--warmup', '1', '--out', folder];
    return execute(process.execPath, ['dist/lab/bench/bench.js', ...options, ...least]);
  }
});
