import { expect } from 'chai';
import { Redis } from 'ioredis';
import type { Report } from '../../observe/report/statusReport.ts';
import type { SeenStatus } from '../../observe/status/readStatuses.ts';
import { newAccount } from '../support/account.ts';
import { workerSettings } from '../support/cluster.ts';
import { jsonOf, run, start } from '../support/command.ts';
import { ownCluster } from '../support/fixtures.ts';
import { startPrivateRedis } from '../support/privateRedis.ts';
import { startRole } from '../support/roleProcess.ts';
import { redisUrl } from '../support/servers.ts';
import { until } from '../support/until.ts';

const number = 13;

describe('counterfoil status (starts and freezes processes)', () => {
  const env = () => ({ REDIS_URL: redisUrl(number) });

  it('says what to start when no process runs', async () => {
    const { code, stdout } = await run(['status'], { env: env() });

    expect(code).to.equal(0);
    expect(stdout).to.match(/^No gateway or worker has reported .*`npm start`.*`counterfoil doctor`/s);
    expect(jsonOf(await run(['status', '--json'], { env: env() }))).to.deep.include({ processes: [] });
  });

  it('goes on watching while Redis is away', async () => {
    const own = await startPrivateRedis();
    const watching = await start(['status', '--watch'], { env: { REDIS_URL: own.server.url } });
    await watching.prints(/No gateway or worker has reported/);

    await own.server.stop();
    await watching.prints(/Redis does not answer \(\w+\)/);
    await own.server.start();
    const before = watching.printed.length;
    await until(() => watching.printed.slice(before).includes('No gateway or worker has reported'));

    expect(await watching.stop('SIGINT')).to.include({ code: 0 });
    await own.remove();
  });

  it('says that Redis is full, although no process can report', async () => {
    const own = await startPrivateRedis();
    const redis = new Redis(own.server.url);
    await redis.config('SET', 'maxmemory', '1');

    const { stdout } = await run(['status'], { env: { REDIS_URL: own.server.url } });

    expect(stdout).to.match(/^Diagnosis: Redis is full \(.* used, maxmemory is 1 B\): it refuses all writes/);
    redis.disconnect();
    await own.remove();
  });

  describe('of a running service', () => {
    const cluster = ownCluster({ redis: number });
    before(async () => {
      const account = await newAccount({}, cluster);
      await account.client.article.create({ article_title: 'Tee' });
    });

    it('shows processes, queues and a diagnosis', async () => {
      const { code, stdout } = await run(['status'], { env: env() });

      expect(code).to.equal(0);
      expect(stdout).to.match(
        /^PROCESS +HOST +PID +VERSION +UP +BUSY +CALLS\/S +MEMORY\ngateway +.*\nworker all +/,
      );
      expect(stdout).to.match(
        /\nQUEUE +WORKERS +CALLS\/S +SETS\/S +WAITING +ACTIVE +OLDEST +P50 +P99 +REJECTED\naccount +1 +/,
      );
      expect(stdout).to.match(/\n\nDiagnosis: .+\.\n/);
    });

    it('shows a paused queue, until when, and why', async () => {
      const paused = ['pause', 'article', '--lane', 'bulk', '--for', '15m', '--reason', 'index is rebuilt'];
      const { until } = jsonOf(await run([...paused, '--json'], { env: env() })) as {
        readonly until: string;
      };
      const { stdout } = await run(['status'], { env: env() });
      const report = jsonOf(await run(['status', '--json'], { env: env() })) as Report;
      await run(['resume', 'article'], { env: env() });

      expect(stdout).to.include(`paused until ${until}: index is rebuilt`);
      expect(stdout).to.include(
        `Warning: paused until ${until} (index is rebuilt), so clients get 503: article.bulk. To end it: counterfoil resume article --lane bulk.`,
      );
      const pauses = report.queues.flatMap(({ label, pause }) => (pause ? [{ label, ...pause }] : []));
      expect(pauses.map(({ label, reason }) => [label, reason])).to.deep.equal([
        ['article.bulk', 'index is rebuilt'],
      ]);
      expect((await run(['status'], { env: env() })).stdout).not.to.include('paused');
    });

    it('prints the same as JSON', async () => {
      const report = jsonOf(await run(['status', '--json'], { env: env() })) as { processes: SeenStatus[] };

      expect(Object.keys(report).toSorted()).to.deep.equal([
        'accounts',
        'diagnosis',
        'operations',
        'processes',
        'queues',
        'redis',
        'rejections',
        'stored',
        'warnings',
      ]);
      expect(report.processes.map(({ role }) => role)).to.deep.equal(['gateway', 'worker']);
    });

    it('shows that a frozen worker does not report, and does not count it', async function () {
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
  });
});
