import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { age, duration, rate, wrap } from '../../cli/status/format.ts';
import { reportText } from '../../cli/status/text.ts';
import { summarizeQueues } from '../../shared/status/queueSummary.ts';
import type { SeenStatus } from '../../shared/status/readStatuses.ts';
import { limits } from '../../shared/status/verdict/limit.ts';
import { verdictOf } from '../../shared/status/verdict/verdict.ts';
import { gatewayStatus, workerStatus } from '../shared/status/statuses.ts';
import { newAccount } from '../support/account.ts';
import { type Cluster, startCluster, workerSettings } from '../support/cluster.ts';
import { expectError, jsonOf, run, start } from '../support/command.ts';
import { startRole } from '../support/roleProcess.ts';
import { redisUrl } from '../support/servers.ts';
import { until } from '../support/until.ts';

const number = 13;

describe('counterfoil status', () => {
  const env = () => ({ REDIS_URL: redisUrl(number) });

  it('says what to start when no process runs', async () => {
    const { code, stdout } = await run(['status'], { env: env() });

    expect(code).to.equal(0);
    expect(stdout).to.match(/^No gateway or worker runs .*`npm start`.*`counterfoil gateway`/);
    expect(jsonOf(await run(['status', '--json'], { env: env() }))).to.deep.include({ processes: [] });
  });

  it('says what to set without a Redis', async () => {
    expectError(await run(['status']), /REDIS_URL not set, and no running `npm start` was found/);
  });

  describe('of a running service', () => {
    let cluster: Cluster;
    before(async () => {
      cluster = await startCluster({ redis: number });
      const account = await newAccount({}, cluster);
      await account.client.article.create({ article_title: 'Tee' });
    });
    after(() => cluster.stop());

    it('shows processes, queues and a verdict', async () => {
      const { code, stdout } = await run(['status'], { env: env() });

      expect(code).to.equal(0);
      expect(stdout).to.match(
        /^PROCESS +HOST +PID +VERSION +UP +BUSY +CALLS\/S +MEMORY\ngateway +.*\nworker all +/,
      );
      expect(stdout).to.match(/\nQUEUE +WORKERS +CALLS\/S +WAITING +OLDEST +P50 +P99 +REFUSED\naccount +1 +/);
      expect(stdout).to.match(/\n\nVerdict: .+\.\n/);
    });

    it('prints the same as JSON', async () => {
      const report = jsonOf(await run(['status', '--json'], { env: env() })) as { processes: SeenStatus[] };

      expect(report).to.have.all.keys('processes', 'queues', 'refusals', 'redis', 'verdict');
      expect(report.processes.map(({ role }) => role)).to.deep.equal(['gateway', 'worker']);
    });

    it('shows that a frozen worker does not report, and leaves it out of the verdict', async function () {
      this.timeout(60_000);
      const { redisUrl: REDIS_URL, databaseUrl: DATABASE_URL } = workerSettings(number);
      const worker = await startRole('worker article', {
        env: { REDIS_URL, DATABASE_URL, LOG_LEVEL: 'silent' },
      });
      const shown = async () => (await run(['status'], { env: env() })).stdout;
      expect(await shown())
        .to.match(/\nworker article {2,}/)
        .and.to.match(/\narticle +2 /);

      worker.signal('SIGSTOP');
      await until(async () => /\nworker article: no report for \d+s/.test(await shown()));

      expect(await shown()).to.match(/\narticle +1 /);
      worker.signal('SIGCONT');
      await until(async () => /\narticle +2 /.test(await shown()));
      await worker.stop();
      expect(await shown()).not.to.include('worker article');
    });

    it('shows them again and again until Ctrl-C with --watch', async () => {
      const watching = await start(['status', '--watch'], { env: env() });
      await watching.prints(/Verdict[^]*Verdict/);

      expect(await watching.stop('SIGINT')).to.include({ code: 0, stderr: '' });
    });
  });
});

describe('docs/operating.md, Status', () => {
  const document = readFileSync('docs/operating.md', 'utf8');
  const [, example = ''] = /```text\n(PROCESS[^]*?)```/.exec(document) ?? [];

  it('has an example with the columns of the command, within 120', () => {
    const verdict = verdictOf([gatewayStatus(), workerStatus()]);
    const statuses = [gatewayStatus(), workerStatus()];
    const queues = summarizeQueues(statuses);
    const shown = reportText({ processes: statuses, queues, refusals: {}, redis: {}, verdict }, 200);
    const titles = (text: string) =>
      (text.match(/^(?:PROCESS|QUEUE) .*$/gm) ?? []).map((line) => line.split(/ +/));

    expect(titles(example)).to.deep.equal(titles(shown));
    expect(example.split('\n').filter((line) => line.length > 120)).to.deep.equal([]);
    expect(example).to.match(/\nVerdict: /);
  });

  it('explains each limit', () => {
    const explained = [...document.matchAll(/^\|[^|]+\| `(\w+)` \|/gm)].map(([, limit]) => limit);

    expect(new Set(explained)).to.deep.equal(new Set(limits));
  });
});

describe('the text of a status', () => {
  const statuses = [
    gatewayStatus({
      article: { refusals: { wait: 120, calls: 4 } },
      gateway: { refusals: { wait: 121, calls: 4 } },
    }),
    {
      ...workerStatus(),
      title: 'worker customer address article bulk',
      host: 'counterfoil-worker-7d9f8c6b5-x2x4v',
    },
    { ...workerStatus(), isSilent: true, ageMs: 12_000 },
  ];
  const text = (width: number) => {
    const verdict = verdictOf(statuses);
    const refusals = statuses[0]?.gateway?.refusals ?? {};
    return reportText(
      { processes: statuses, queues: summarizeQueues(statuses), refusals, redis: {}, verdict },
      width,
    );
  };

  for (const width of [80, 120])
    it(`fits into ${width} columns`, () => {
      const lines = text(width).split('\n');

      expect(lines.filter((line) => line.length > width)).to.deep.equal([]);
      expect(lines[0]).to.match(/^PROCESS .* MEMORY$/);
    });

  it('shows a frozen process as one that does not report', () => {
    expect(text(200)).to.match(/worker article: no report for 12s +one +2 +0\.2\.0 +1m12s? +- +- +-/);
  });

  it('shows why requests were refused, also those without a queue', () => {
    expect(text(200))
      .to.match(/\narticle +1 .* 120 wait, 4 calls\n/)
      .and.to.include('queue was chosen: 1 wait');
  });

  it('shortens times and rates', () => {
    expect([0.44, 12.4, 999.6, 1_240, 99_960, undefined].map(duration)).to.deep.equal([
      ...['0.4 ms', '12 ms', '1.0 s', '1.2 s', '1m39s', '-'],
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
