import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { until } from '../support/until.ts';
import { allSuites } from './allSuites.ts';
import { logOf, runSuite } from './runSuite.ts';
import type { Suite } from './suite.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: object };

describe('the suites', () => {
  it('are all scripts that test', () => {
    // Parts of other suites, or for another release of Node.
    const others = ['test:all', 'test:mysql:quick', 'test:node'];
    const tested = Object.keys(scripts).filter(
      (script) => /^test(:|$)/.test(script) && !others.includes(script),
    );

    expect(allSuites.map(({ command }) => command[3])).to.have.members(tested);
  });
});

describe('running a suite', () => {
  const logs = mkdtempSync(path.join(tmpdir(), 'counterfoil-suites-'));
  after(() => rmSync(logs, { recursive: true }));
  const run = (suite: Suite, signal = new AbortController().signal) =>
    runSuite(suite, { logs, isShown: false, signal });

  it('passes with exit code 0, and keeps what was printed', async () => {
    const suite = suiteOf('console.log("one"); console.error("two")');

    expect(await run(suite)).to.include({ outcome: 'passed' });
    expect(readFileSync(logOf(suite, logs), 'utf8'))
      .to.include('one\n')
      .and.include('two\n');
  });

  it('fails with another one, and says the last line', async () => {
    expect(await run(suiteOf('console.log("3 failed\\n"); process.exit(1)'))).to.include({
      outcome: 'failed',
      reason: '3 failed',
    });
  });

  it('is skipped with exit code 77, and says why', async () => {
    expect(await run(suiteOf('console.log("no Docker engine"); process.exit(77)'))).to.include({
      outcome: 'skipped',
      reason: 'no Docker engine',
    });
  });

  it('fails when its program is not there', async () => {
    const suite = { ...suiteOf(''), command: ['/no/such/program'] };

    expect(await run(suite)).to.include({ outcome: 'failed', reason: 'spawn /no/such/program ENOENT' });
  });

  it('fails when it is stopped before its end', async () => {
    expect(await run(suiteOf('setInterval(() => {}, 1000)'), AbortSignal.timeout(1))).to.include({
      outcome: 'failed',
      reason: 'stopped before its end',
    });
  });

  it('ends a suite that takes three times as long as it should, with what it started', async () => {
    const started = path.join(logs, 'started');
    const child = `setInterval(() => {}, 1000); require('fs').writeFileSync('${started}', String(process.pid))`;
    const code = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}]); setInterval(() => {}, 1000)`;
    const running = run(suiteOf(code, { minutes: 0.02 }));
    await until(() => existsSync(started));

    expect(await running).to.include({ outcome: 'failed', reason: 'ended after 3 times its 0.02 minutes' });
    await until(() => !existsSync(`/proc/${readFileSync(started, 'utf8')}`));
  });
});

function suiteOf(code: string, changes: Partial<Suite> = {}): Suite {
  const command = [process.execPath, '-e', code];
  return { name: 'drawn', shows: '', command, minutes: 1, ...changes };
}
