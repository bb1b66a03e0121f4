import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { diagnose } from '../../../observe/diagnosis/diagnose.ts';
import { bottlenecks } from '../../../observe/diagnosis/diagnosis.ts';
import { silentWarnings } from '../../../observe/diagnosis/silentProcesses.ts';
import { age, rate, shortDuration, wrap } from '../../../observe/report/format.ts';
import { replicaWarnings } from '../../../observe/report/statusReport.ts';
import { reportText } from '../../../observe/report/statusText.ts';
import { storageUse } from '../../../observe/report/storageUse.ts';
import { summarizeAccounts, summarizeOperations } from '../../../observe/status/callSummary.ts';
import { summarizeQueues } from '../../../observe/status/queueSummary.ts';
import type { WorkerStatus } from '../../../shared/wire/status/processStatus.ts';
import { gatewayStatus, workerStatus } from '../statuses.ts';

describe('docs/operating.md, Status', () => {
  const document = readFileSync('docs/operating.md', 'utf8');
  const [, example = ''] = /```text\n(PROCESS[^]*?)```/.exec(document) ?? [];

  it('has an example with the columns of the command, within 120', () => {
    const diagnosis = diagnose([gatewayStatus(), workerStatus()]);
    const statuses = [gatewayStatus(), workerStatus()];
    const queues = summarizeQueues(statuses);
    const operations = [{ method: 'article.read', calls: 120, p50Ms: 12, p99Ms: 40 }];
    const accounts = [{ account: 'acc_1', calls: 900, bytes: 0, share: 0.9 }];
    const stored = storageUse({ memory: { used: 40, max: 100 } }, undefined);
    const shown = reportText(
      {
        processes: statuses,
        queues,
        rejections: {},
        redis: {},
        stored,
        operations,
        accounts,
        diagnosis,
        warnings: [],
      },
      200,
    );
    const titles = (text: string) =>
      (text.match(/^(?:PROCESS|QUEUE|OPERATION|ACCOUNT|STORED) .*$/gm) ?? []).map((line) =>
        line.split(/ {2,}/),
      );

    expect(titles(example)).to.deep.equal(titles(shown));
    expect(example.split('\n').filter((line) => line.length > 120)).to.deep.equal([]);
    expect(example).to.match(/\nDiagnosis: /);
  });

  it('explains each bottleneck', () => {
    const explained = [...document.matchAll(/^\|[^|`]+\| `(\w+)` \|/gm)].map(([, name]) => name);

    expect(new Set(explained)).to.deep.equal(new Set(bottlenecks));
  });
});

describe('the text of a status', () => {
  const statuses = [
    gatewayStatus({
      article: {
        rejections: { wait: 120, calls: 4 },
        oldestMs: 12_300,
        oldest: { method: 'article.create', id: '01jd2q4z0c8k3v7n5m9x1r6t2w.7' },
      },
      gateway: { rejections: { wait: 121, calls: 4 } },
    }),
    {
      ...workerStatus(),
      title: 'worker customer address article bulk',
      host: 'counterfoil-worker-7d9f8c6b5-x2x4v',
    },
    { ...workerStatus(), isSilent: true, ageMs: 12_000 },
  ];
  const text = (width: number, shown = statuses) => {
    const diagnosis = diagnose(shown);
    const rejections = statuses[0]?.gateway?.rejections ?? {};
    return reportText(
      {
        processes: shown,
        queues: summarizeQueues(shown),
        rejections,
        redis: {},
        stored: [],
        operations: [],
        accounts: [],
        diagnosis,
        warnings: silentWarnings(statuses),
      },
      width,
    );
  };

  for (const width of [80, 120])
    it(`fits into ${width} columns`, () => {
      const lines = text(width).split('\n');

      expect(lines.filter((line) => line.length > width)).to.deep.equal([]);
      expect(lines[0]).to.match(/^PROCESS .* MEMORY$/);
    });

  it('leaves out active calls, then sets, if the terminal is too narrow', () => {
    expect(text(120)).to.match(
      /\nQUEUE .* CALLS\/S +SETS\/S +WAITING +ACTIVE .*\narticle +1 +100 +50 +2 +2 /,
    );
    expect(text(78)).to.match(/\nQUEUE .* CALLS\/S +SETS\/S +WAITING +OLDEST .*\narticle +1 +100 +50 +2 /);
    expect(text(70)).to.match(/\nQUEUE .* CALLS\/S +WAITING +OLDEST .*\narticle +1 +100 +2 /);
  });

  it('shows a frozen process as one that does not report', () => {
    expect(text(200)).to.match(/worker article: no report for 12s +one +2 +1\.0\.0 +1m12s? +- +- +-/);
    expect(text(300)).to.include(
      "\n\nWarning: worker article (PID 2 on one) has not reported for 12 s: it is frozen, was killed, or can't write to Redis. Look there: ps -o stat,args -p 2.\n\nDiagnosis: ",
    );
  });

  it('shows why requests were refused, also those without a queue', () => {
    expect(text(200))
      .to.match(/\narticle +1 .* 120 wait, 4 calls\n/)
      .and.to.include('queue was chosen: 1 wait');
  });

  it('names the oldest call, if it has waited for a second', () => {
    expect(text(200)).to.include(
      '\nOldest call: article.create for 12.3 s. Once it is answered, this tells what became of it: counterfoil request 01jd2q4z0c8k3v7n5m9x1r6t2w.7\n',
    );
  });

  it('says what the worker that reported last says of webhooks and of the query index', () => {
    const reporting = (reportedAt: number, more: object) => {
      const status = workerStatus();
      return { ...status, reportedAt, worker: { ...(status.worker as WorkerStatus), ...more } };
    };
    const webhooks = { enabled: 5, failing: 2, disabled: 1, overdueSeconds: 0, oldestChangeSeconds: 0 };
    const before = { webhooks, queryIndex: { changes: 0, seconds: 0 } };
    const late = {
      webhooks: { ...webhooks, overdueSeconds: 90, oldestChangeSeconds: 600 },
      queryIndex: { changes: 1_234, seconds: 300 },
    };
    const said = text(200, [reporting(2, late), reporting(1, before)]);

    expect(said)
      .to.include(
        '\nWebhooks: 5 enabled, 2 of them failing, 1 disabled after failures; a delivery has been due for 90.0 s; the oldest change that waits is 10m old\n',
      )
      .and.to.include('\nQuery index: 1234 changes behind, by 5m; until then, lists with query lack them\n');
    expect(text(200, [reporting(1, late), reporting(2, before)]))
      .to.include('failures\n')
      .and.not.to.include('Query index');
  });

  it('shortens times and rates', () => {
    expect([0.44, 12.4, 999.6, 1_240, 99_960, undefined].map(shortDuration)).to.deep.equal([
      '0.4 ms',
      '12 ms',
      '1.0 s',
      '1.2 s',
      '1m39s',
      '-',
    ]);
    expect([9_000, 60_000, 3_600_000, 12_000_000, 90_000_000].map(age)).to.deep.equal([
      '9s',
      '1m',
      '1h',
      '3h20m',
      '1d1h',
    ]);
    expect([0, 0.42, 12.4, 3_400].map(rate)).to.deep.equal(['0', '0.4', '12', '3400']);
    expect(wrap('one two three', 8, '  ')).to.equal('  one\n  two\n  three');
  });
});

describe('the summary of calls', () => {
  const statuses = [300, 100].map((calls) =>
    gatewayStatus({
      gateway: {
        operations: [
          { method: 'article.read', calls, p50Ms: calls / 10, p99Ms: calls },
          { method: 'article.create', calls: calls * 2, p50Ms: 5, p99Ms: 9 },
        ],
        accounts: {
          calls,
          bytes: 0,
          active: 9,
          top: [
            { account: 'acc_1', calls: calls / 2, bytes: 0 },
            { account: `acc_of_${calls}`, calls: calls / 4, bytes: 0 },
          ],
        },
      },
    }),
  );

  it('weighs the operations of several gateways by their calls, and shows the highest p99', () => {
    expect(summarizeOperations(statuses)).to.deep.equal([
      { method: 'article.create', calls: 800, p50Ms: 5, p99Ms: 9 },
      { method: 'article.read', calls: 400, p50Ms: 25, p99Ms: 300 },
    ]);
  });

  it('adds the calls of an account at all gateways', () => {
    expect(summarizeAccounts(statuses)).to.deep.equal([
      { account: 'acc_1', calls: 200, bytes: 0, share: 0.5 },
      { account: 'acc_of_300', calls: 75, bytes: 0, share: 75 / 400 },
      { account: 'acc_of_100', calls: 25, bytes: 0, share: 25 / 400 },
    ]);
  });

  it('leaves out gateways that do not report', () => {
    const silent = statuses.map((status) => ({ ...status, isSilent: true }));

    expect(summarizeOperations(silent)).to.deep.equal([]);
  });
});

describe('warnings of replicas', () => {
  it('name replicas that are silent or far behind', () => {
    const replica = { place: '10.0.0.8:6379', lagSeconds: 1, behindBytes: 2_000 };
    const warned = (given: Partial<typeof replica>) =>
      replicaWarnings({ replicas: [{ ...replica, ...given }] });

    expect(replicaWarnings({})).to.deep.equal([]);
    expect(warned({})).to.deep.equal([]);
    expect(warned({ lagSeconds: 9 })[0]).to.match(
      /^the replica of Redis at 10\.0\.0\.8:6379 is 2\.0 KiB behind, and has not answered for 9 s: /,
    );
    expect(warned({ behindBytes: 20 * 1_048_576 })[0]).to.match(/is 20 MiB behind: if it takes over/);
  });
});
