import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { globSync } from 'glob';
import { until } from '../support/until.ts';
import { allSuites } from './allSuites.ts';
import { logOf, runSuite } from './runSuite.ts';
import type { Suite } from './suite.ts';
import { dueSuites, today, turnsOf } from './turns.ts';

describe('the suites', () => {
  it('have a name of their own each, and have all turns', () => {
    const turns = new Set(allSuites.map(({ turn }) => turn));

    expect(new Set(allSuites.map(({ name }) => name))).to.have.property('size', allSuites.length);
    for (let turn = 0; turn < turnsOf(allSuites); turn += 1) expect(turns).to.include(turn);
  });

  it('of a day are those of each day, those of its turn, and those whose code changed', () => {
    const suites = [
      suiteOf('', { name: 'each day' }),
      suiteOf('', { name: 'third', turn: 3, code: ['deploy/'] }),
      suiteOf('', { name: 'last', turn: 7 }),
    ];
    const due = (day: number, ...changed: string[]) => namesOf(dueSuites(suites, { day, changed }));

    expect(due(11)).to.deep.equal({ always: 'each day', 'its day': 'third', changed: '' });
    expect(due(11, 'deploy/nginx')).to.deep.equal({ always: 'each day', 'its day': 'third', changed: '' });
    expect(due(12, 'README.md')).to.deep.equal({ always: 'each day', 'its day': '', changed: '' });
    expect(due(12, 'deploy/nginx')).to.deep.equal({ always: 'each day', 'its day': '', changed: 'third' });
  });

  it('leave out one that is part of a suite of the day, not of one that changed', () => {
    const suites = [
      suiteOf('', { name: 'quick', partOf: 'whole' }),
      suiteOf('', { name: 'whole', turn: 1, code: ['workers/'] }),
    ];

    expect(namesOf(dueSuites(suites, { day: 1, changed: [] }))).to.include({
      always: '',
      'its day': 'whole',
    });
    const changed = dueSuites(suites, { day: 2, changed: ['workers/worker.ts'] });
    expect(namesOf(changed)).to.include({ always: 'quick', changed: 'whole' });
  });

  it('whose code changed start with the turn that is next', () => {
    const suites = [0, 1, 2, 3].map((turn) => suiteOf('', { name: `${turn}`, turn, code: ['a'] }));

    expect(namesOf(dueSuites(suites, { day: 6, changed: ['a'] }))).to.include({
      'its day': '2',
      changed: '3 0 1',
    });
  });

  it('know the day of the year', () => {
    expect(today(new Date('2027-01-01T23:00:00Z')).day).to.equal(1);
    expect(today(new Date('2028-12-31T00:00:00Z')).day).to.equal(366);
  });

  it('have code that is there', () => {
    for (const { code } of allSuites)
      for (const prefix of code) expect(globSync(`${prefix}*`), prefix).not.to.be.empty;
  });
});

describe('running a suite (starts suites)', () => {
  const logs = mkdtempSync(path.join(tmpdir(), 'counterfoil-suites-'));
  after(() => rmSync(logs, { recursive: true }));
  const run = (suite: Suite, signal = new AbortController().signal, minutesLeft = 0.987654321) =>
    runSuite(suite, { logs, isShown: false, signal, minutesLeft });

  it('passes with exit code 0, and keeps what was printed', async () => {
    const suite = suiteOf('console.log("one"); console.error("two")');

    expect(await run(suite)).to.include({ outcome: 'passed', passed: 0 });
    expect(readFileSync(logOf(suite, logs), 'utf8'))
      .to.include('one\n')
      .and.include('two\n');
  });

  it("passes with Mocha's counts", async () => {
    const suite = suiteOf(`console.log("\\n  1165 passing (1m)\\n  2 failing\\n  1 flaky\\n")`);

    expect(await run(suite)).to.include({ passed: 1_165, failed: 2, flaky: 1 });
  });

  it('fails with another one, and says the last line', async () => {
    expect(await run(suiteOf('console.log("3 failed\\n"); process.exit(1)'))).to.include({
      outcome: 'failed',
      reason: '3 failed',
    });
  });

  it('fails with the first test that failed, not with a flaky one', async () => {
    const printed =
      '  2 failing\\n\\n  1) articles\\n       are read:\\n  1 flaky\\n  1) customers\\n       are read:';

    expect(await run(suiteOf(`console.log("${printed}"); process.exit(2)`))).to.include({
      outcome: 'failed',
      reason: '2 tests, the first: articles are read:',
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

  it('does not count a suite that is ended because no time is left', async () => {
    const { signal } = new AbortController();

    expect(await run(suiteOf('setInterval(() => {}, 1000)'), signal, 0.001)).to.include({
      outcome: 'skipped',
      reason: 'ended early: no time was left',
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

const namesOf = (due: ReturnType<typeof dueSuites>) =>
  Object.fromEntries(
    Object.entries(due).map(([reason, suites]) => [reason, suites.map(({ name }) => name).join(' ')]),
  );

function suiteOf(code: string, changes: Partial<Suite> = {}): Suite {
  const command = [process.execPath, '-e', code];
  return { name: 'drawn', shows: '', command, minutes: 1, turn: 'always', code: [], ...changes };
}
