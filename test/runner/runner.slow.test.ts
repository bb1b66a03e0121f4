import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { allGone, descendantsOf } from '../support/processes.ts';
import { Running } from '../support/running.ts';
import { until } from '../support/until.ts';
import { lacksReason } from './report.ts';

const passing = `it('passes', () => {});`;

describe('the runner of these tests (starts runners)', function () {
  this.timeout(180_000);
  let folder: string;
  beforeEach(async () => {
    folder = await emptyFolder();
  });
  afterEach(cleanUp);

  it('prints one result in the form of Mocha, in which every way to fail counts', async () => {
    const files = await write({
      passing,
      alone: `// @alone: for this test.\n${passing}`,
      failing: `it('fails', () => { throw new Error('as it should'); });`,
      pending: `it.skip('is forbidden', () => {});`,
      only: `it.only('is forbidden', () => {});`,
      hook: `describe('hook', () => { before(() => { throw new Error('before'); }); ${passing} });`,
      unreadable: 'it(',
      crash: `it('kills its process', () => process.kill(process.pid, 'SIGKILL'));`,
    });

    const { code, stdout } = await runWithoutServers('--forbid-only', '--forbid-pending', ...files).ended;

    expect(stdout).to.match(/^ {2}2 passing \(\d+\w+\)\n {2}6 failing\n/m);
    expect(stdout).to.include('the process ended with SIGKILL').and.include('as it should');
    expect(code).to.equal(6);
  });

  it('succeeds when all pass, and leaves nothing behind', async () => {
    const [file = ''] = await write({ passing });

    const { code, stdout } = await runTests(file).ended;

    expect(stdout).to.match(/^ {2}1 passing \(\d+\w+\)\n\s*$/m);
    expect(code).to.equal(0);
    expect(await readdir(folder)).to.deep.equal(['passing.test.cjs']);
  });

  it('runs a file with a failed test again, and reports a test that passes then as flaky', async () => {
    const mark = path.join(folder, 'mark');
    const files = await write({
      passing,
      flaky: `it('fails once', () => require('fs').mkdirSync('${mark}', { recursive: true }) && assert());`,
    });

    const { code, stdout } = await runWithoutServers('--retry-files', '1', ...files).ended;

    expect(stdout).to.match(/^ {2}2 passing \(\d+\w+\)\n\s*\n {2}1 flaky\n/m);
    expect(stdout).to.match(/1\) fails once:\n\s+ReferenceError: assert is not defined/);
    expect(stdout).not.to.include('failing');
    expect(code).to.equal(0);
  });

  it('fails for a test that fails twice, and for more failed files than it may run again', async () => {
    const failing = `it('fails', () => { throw new Error('as it should'); });`;
    const [file = '', other = ''] = await write({ failing, other: failing });

    const once = await runWithoutServers('--retry-files', '1', file).ended;
    const both = await runWithoutServers('--retry-files', '1', file, other).ended;

    expect(once.stdout).to.include('1 failing').and.not.include('flaky');
    expect(once.code).to.equal(1);
    expect(both.stdout).to.include('2 failing').and.not.include('flaky');
    expect(both.code).to.equal(2);
  });

  it('lists the slowest files with the CPU time of all that they started', async () => {
    const spin = 'const end = Date.now() + 700; while (Date.now() < end);';
    const files = await write({
      passing,
      busy: `it('starts', () => require('child_process').execFileSync('node', ['-e', '${spin}']));`,
    });

    const { stdout } = await runWithoutServers('--slowest', '2', ...files).ended;

    const [, cpu, sum] =
      /^ +\d+\.\d s +(\d+\.\d) CPU s {2}\S+busy\.test\.cjs\n[^]*^ +\d+\.\d s +(\d+\.\d) CPU s {2}all files\n/m.exec(
        stdout,
      ) ?? [];
    expect(Number(cpu), stdout).to.be.within(0.1, Number(sum));
  });

  it('fails when a test leaves something open', async () => {
    const [file = ''] = await write({
      open: `it('listens', () => {
        require('net').createServer().listen(0);
        setInterval(function () {}, 1000);
      });`,
    });

    const { code, stdout } = await runWithoutServers(file, '--end-limit', '1000').ended;

    expect(stdout).to.include('1 passing').and.include('1 failing');
    expect(stdout).to.match(/left something open.*open are .*tcp port \d+.*\n.*It ran .*open\.test\.cjs/);
    expect(stdout).to.match(/open are .*Timeout, at .*open\.test\.cjs:3:\d+/);
    expect(code).to.equal(1);
  });

  it('stops the clusters that tests left, and reports them only if no test failed', async () => {
    const start = `require('${path.resolve('test/support/cluster.ts')}').startCluster({ workers: 0 })`;
    const files = await write({
      failing: `it('fails', async () => { await ${start}; throw new Error('as it should'); });`,
      leaving: `it('leaves a cluster', async () => { await ${start}; });`,
    });

    const { code, stdout } = await runTests(...files, '--end-limit', '20000').ended;

    expect(stdout).to.include('1 passing').and.include('2 failing');
    expect(stdout).to.match(/leaving\.test\.cjs:\n\s+Error: 1 clusters were left running/);
    expect(code).to.equal(2);
  });

  it('wants a reason in the titles of tests over 2 s, or more on a busy machine', () => {
    for (const titles of [['', 'waits', 'is slow'], ['SEED=7 (SEED=7)'], ['(begins) with it']]) {
      expect(lacksReason(titles, 2_100, 1)).to.equal(true);
      expect(lacksReason(titles, 1_900, 1)).to.equal(false);
      expect(lacksReason(titles, 2_100, 6)).to.equal(false);
    }
    for (const titles of [
      ['waits (on purpose)', 'is slow'],
      ['is slow (waits) [id]'],
      ['when killed (waits),'],
    ])
      expect(lacksReason(titles, 2_100, 1)).to.equal(false);
  });

  it('reports one failure when a failed test leaves something open', async () => {
    const [file = ''] = await write({
      open: `it('fails', () => { setInterval(function () {}, 1000); throw new Error('as it should'); });`,
    });

    const { code, stdout } = await runWithoutServers(file, '--end-limit', '1000').ended;

    expect(stdout).to.include('1 failing').and.include('as it should').and.not.include('left something open');
    expect(code).to.equal(1);
  });

  it('ends everything it started when it is interrupted', async () => {
    const [file = ''] = await write({
      endless: `it('hangs', function (done) { this.timeout(0); process.stdout.write('hanging'); });`,
    });
    const running = runTests(file);
    await running.prints(/hanging/);
    const started = descendantsOf(running.pid);

    const { code } = await running.stop('SIGINT');

    expect(started.map(({ command }) => command).join('\n'))
      .to.match(/mariadbd|mysqld/)
      .and.include('redis-server');
    await allGone(started);
    expect(code).to.equal(130);
    await until(async () => (await readdir(folder)).length === 1);
  });

  it('names a test that does not exist', async () => {
    const { code, stderr } = await runTests('test/missing.test.ts').ended;

    expect(stderr).to.include('no such test: test/missing.test.ts');
    expect(code).to.equal(1);
  });

  async function write(tests: Readonly<Record<string, string>>): Promise<string[]> {
    const files = Object.entries(tests).map(([name, text]) => [path.join(folder, `${name}.test.cjs`), text]);
    for (const [file = '', text = ''] of files) await writeFile(file, text);
    return files.map(([file = '']) => file);
  }

  /** Runs tests on servers: lanes draw ports of their own, and write into the folder. */
  function runTests(...args: readonly string[]): Running {
    return runner(args, {});
  }

  function runWithoutServers(...args: readonly string[]): Running {
    return runner(args, { COUNTERFOIL_TEST_SERVERS: 'none' });
  }

  function runner(args: readonly string[], settings: Readonly<Record<string, string>>): Running {
    const parameters = ['--import', 'tsx', 'test/runner/run.ts', '--jobs', '2', '--no-color', ...args];
    const env = { COUNTERFOIL_TEST_FIRST_LANE: '6', COUNTERFOIL_TEST_ROOT: folder, ...settings };
    return new Running(process.execPath, parameters, { env });
  }
});
