import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';

const execute = promisify(execFile);

describe('the benchmark (starts servers of its own)', function () {
  this.timeout(300_000);

  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-bench-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('proves that its peers give the same answers and write the same rows, before it measures', async () => {
    await execute('npx', ['tsc', '-p', 'lab/bench', '--noCheck']);

    const systems = ['--systems', 'counterfoil,direct,plain-bullmq'];
    const scenarios = ['--scenarios', 'article.create,customer.update'];
    const least = ['--connections', '1', '--rows', '100', '--rounds', '1', '--seconds', '1', '--warmup', '1'];
    const line = ['dist/lab/bench/bench.js', ...systems, ...scenarios, ...least, '--out', folder];
    const { stderr } = await execute(process.execPath, line);

    expect(stderr).to.include('All systems do the same work');
  });
});
