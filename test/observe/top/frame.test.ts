import { expect } from 'chai';
import { diagnose } from '../../../observe/diagnosis/diagnose.ts';
import { silentWarnings } from '../../../observe/diagnosis/silentProcesses.ts';
import type { Sample } from '../../../observe/report/sampler.ts';
import type { Report } from '../../../observe/report/statusReport.ts';
import { storageUse } from '../../../observe/report/storageUse.ts';
import { totalsOf } from '../../../observe/report/totals.ts';
import { summarizeQueues } from '../../../observe/status/queueSummary.ts';
import { frameOf } from '../../../observe/top/frame.ts';
import { pressed } from '../../../observe/top/keys.ts';
import { firstView, type View } from '../../../observe/top/view.ts';
import { gatewayStatus, workerStatus } from '../statuses.ts';

const statuses = [
  gatewayStatus(),
  workerStatus(),
  { ...workerStatus(), id: 'x', pid: 3, isSilent: true, ageMs: 12_000 },
];
const methods = ['article.create', 'article.delete', 'article.read', 'customer.create', 'customer.read'];
const report: Report = {
  processes: statuses,
  queues: summarizeQueues(statuses).map((queue) =>
    queue.label === 'article' ? { ...queue, workers: 1 } : { ...queue, workers: 1, callsPerSecond: 1 },
  ),
  rejections: { wait: 4 },
  redis: { processor: 0.12 },
  stored: storageUse({ memory: { used: 40 * 1_048_576, max: 512 * 1_048_576 } }, undefined),
  operations: methods.map((method, index) => ({
    method,
    calls: 100 - index,
    p50Ms: index === 1 ? 90 : 10 + index,
    p99Ms: 400 - index,
  })),
  accounts: [{ account: 'acc_1', calls: 900, bytes: 0, share: 0.9 }],
  diagnosis: diagnose(statuses),
  warnings: silentWarnings(statuses),
};
const sample: Sample = { report, totals: totalsOf(report), at: 0 };
const wide = { columns: 160, rows: 50 };

function after(keys: readonly string[], size = wide): View {
  return keys.reduce((view, key) => pressed(view, key, frameOf(sample, '', view, size).focus), firstView);
}

function text(view: View, size = wide, problem = ''): string {
  return frameOf(sample, problem, view, size)
    .lines.map((line) => line.text)
    .join('\n');
}

const operationsIn = (screen: string) => screen.match(/^(?:article|customer)\.(?:create|read|delete)(?= )/gm);

describe('screen of the live view', () => {
  for (const [columns, rows] of [
    [160, 50],
    [80, 24],
    [40, 10],
    [12, 3],
    [1, 1],
  ] as const)
    it(`fits into ${columns} columns and ${rows} rows`, () => {
      for (const keys of [[], ['return'], ['p'], ['tab', 'return']]) {
        const lines = text(after(keys, { columns, rows }), { columns, rows }, 'Redis has gone.').split('\n');

        expect(lines).to.have.length(rows);
        expect(lines.filter((line) => line.length > Math.max(1, columns - 1))).to.deep.equal([]);
      }
    });

  it('begins with the diagnosis, and has what is wrong, sums and what is stored above the tables', () => {
    const [diagnosis, rejected, sums, stored] = text(firstView)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('  '));

    expect(diagnosis).to.match(/^Diagnosis: /);
    expect(rejected).to.equal('Rejected before a queue was chosen: 4 wait');
    expect(sums).to.equal(
      '100 calls/s  4 rejected in 10 s  p99 60 ms  oldest -  2 waiting  2 active  50 sets/s  p50 20 ms',
    );
    expect(stored).to.equal('redis 12 % busy, 40 MiB (8 %)');
  });

  it('warns of a process that does not report, unless the diagnosis has said so', () => {
    const calm = { ...sample, report: { ...report, diagnosis: diagnose([gatewayStatus(), workerStatus()]) } };
    const shown = ({ report: { warnings } }: Sample, from: Sample) =>
      frameOf(from, '', firstView, wide).lines.some((line) => line.text === `Warning: ${warnings[0]}.`);

    expect([shown(sample, sample), shown(sample, calm)]).to.deep.equal([false, true]);
  });

  it('does not repeat the diagnosis as a warning if it is about several processes', () => {
    const both = [...statuses, { ...workerStatus(), id: 'y', pid: 4, isSilent: true, ageMs: 13_000 }];
    const several = { ...report, processes: both, diagnosis: diagnose(both), warnings: silentWarnings(both) };

    const shown = frameOf({ ...sample, report: several }, '', firstView, wide).lines.map((line) => line.text);

    expect(several.diagnosis.text).to.include('so are 1 others');
    expect(shown.filter((line) => line.startsWith('Warning: worker'))).to.have.length(1);
  });

  it('shows first rows of each table in a small terminal, and more of one after Enter', () => {
    const small = { columns: 80, rows: 24 };
    const together = text(firstView, small);
    const alone = text(after(['tab', 'return'], small), small);

    expect(together).to.match(/\nQUEUE \d of 11 [^]*\nOPERATION \d of 5 [^]*\nPROCESS [^]*\nACCOUNT /);
    expect(operationsIn(alone)).to.have.members(methods);
    expect(alone).not.to.include('QUEUE');
    expect(text(after(['tab', 'return', 'return'], small), small)).to.include('\nQUEUE');
  });

  it('leaves out the last tables in a small terminal, but not the one with the focus', () => {
    const small = { columns: 80, rows: 18 };
    const titles = (keys: readonly string[]) =>
      text(after(keys, small), small).match(/^(?:QUEUE|OPERATION|PROCESS|ACCOUNT)/gm);

    expect(titles([])).to.deep.equal(['QUEUE', 'OPERATION']);
    expect(titles(['tab', 'tab', 'tab'])).to.deep.equal(['QUEUE', 'ACCOUNT']);
  });

  it('sorts numbers from the highest, and texts from A', () => {
    expect(operationsIn(text(firstView))).to.deep.equal(methods);
    expect(operationsIn(text(after(['tab', 's'])))?.[0], 'P50').to.equal('article.delete');
    expect(operationsIn(text(after(['tab', 's', 's', 's'])))).to.deep.equal(methods);
    expect(text(after(['tab', 's'])))
      .to.include('P50▼')
      .and.to.include('CALLS/S▼');
  });

  it('puts a process that does not report first, whatever the order', () => {
    for (const keys of [[], ['tab', 'tab', 's']])
      expect(text(after(keys))).to.match(/\nPROCESS.*\nworker article: no report for 12s /);
  });

  it('says since when Redis is away, above what was read before', () => {
    const lines = frameOf(sample, 'Redis has gone.', firstView, wide).lines;

    expect(lines[0]).to.deep.equal({ text: 'Redis has gone.', style: 'bad' });
    expect(lines[1])
      .to.include({ style: 'old' })
      .property('text')
      .to.match(/^Diagnosis/);
  });
});
