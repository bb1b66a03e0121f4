import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { expectError, jsonOf, run } from '../support/command.ts';
import { ownCluster } from '../support/fixtures.ts';
import { redisUrl } from '../support/servers.ts';

const redis = 11;

interface Queue {
  readonly queue: string;
  readonly lane: string;
  readonly workers: number;
  readonly paused: { readonly reason: string; readonly until: string | null } | null;
}

describe('counterfoil pause, resume and queues (waits for Redis)', () => {
  const cluster = ownCluster({ redis });
  before(async () => {
    await newAccount({}, cluster);
  });

  const command = (...parameters: string[]) => run(parameters, { env: { REDIS_URL: redisUrl(redis) } });
  const queues = async () => jsonOf(await command('queues', '--json')) as readonly Queue[];
  const bulkQueues = ['customer.bulk', 'address.bulk', 'article.bulk', 'changes.bulk'];
  const pausedOf = (list: readonly Queue[]) =>
    list.filter(({ paused }) => paused).map(({ queue, lane }) => `${queue} ${lane}`);

  it('queues lists each queue and lane with its workers and jobs', async () => {
    const list = await queues();

    expect(list).to.have.length(11);
    expect(list[0]).to.deep.equal({
      queue: 'account',
      lane: 'interactive',
      workers: 1,
      waiting_jobs: 0,
      active_jobs: 0,
      paused: null,
    });
    expect(new Set(list.map(({ workers }) => workers))).to.deep.equal(new Set([1]));
  });

  it('pauses both lanes of a resource, or one of all, and resumes them', async () => {
    const reason = 'index is rebuilt';
    const both = jsonOf(await command('pause', 'article', '--for', '15m', '--reason', reason, '--json'));
    const paused = await queues();
    const bulk = jsonOf(await command('pause', 'all', '--lane', 'bulk', '--reason', 'no imports', '--json'));
    const resumed = jsonOf(await command('resume', 'all', '--json')) as {
      readonly resumed: readonly string[];
    };
    const again = jsonOf(await command('resume', 'all', '--json'));

    const { since, until, ...rest } = both as { readonly since: string; readonly until: string };
    expect(rest).to.deep.equal({ queues: ['article', 'article.bulk'], reason });
    expect(Date.parse(until) - Date.parse(since)).to.equal(900_000);
    expect(pausedOf(paused)).to.deep.equal(['article interactive', 'article bulk']);
    expect(bulk).to.deep.include({ queues: bulkQueues, until: null });
    expect(resumed.resumed).to.have.members(['article', ...bulkQueues]);
    expect(again).to.deep.equal({ resumed: [] });
  });

  it('shows a person until when and why', async () => {
    const { stdout } = await command('pause', 'article', '--lane', 'bulk', '--reason', 'no imports today');
    const table = (await command('queues')).stdout;
    const resumed = (await command('resume', 'article')).stdout;

    expect(stdout).to.match(
      /^Paused article\.bulk until `counterfoil resume article`\. Gateways reject new calls/,
    );
    expect(table).to.match(/^queue +lane +workers +waiting_jobs +active_jobs +paused_until +reason\n/);
    expect(table).to.match(/^article +bulk +1 +0 +0 +resumed +no imports today$/m);
    expect(resumed).to.match(/^Resumed article\.bulk\. /);
    expect((await command('resume', 'article')).stdout).to.equal('No queue was paused.\n');
  });

  it('refuses what makes no sense', async () => {
    const reason = ['--reason', 'x'];
    expectError(
      await command('pause', 'order', '--lane', 'bulk', ...reason),
      /^order has no queue in the lane bulk/,
    );
    for (const [parameters, message] of [
      [['article'], "'--reason <text>' not specified"],
      [['article', '--for', '15', ...reason], 'It must be a duration from 1s to 30d'],
      [['article', '--for', '31d', ...reason], 'It must be a duration from 1s to 30d'],
      [['article', '--reason', 'two\nlines'], 'It must have 1 to 200 characters'],
      [['articles', ...reason], 'Allowed choices are'],
      [['account', ...reason], 'Allowed choices are customer, '],
    ] as const) {
      const { code, stderr } = await command('pause', ...parameters);
      expect({ code, isTold: stderr.includes(message) }, stderr).to.deep.equal({ code: 1, isTold: true });
    }
    expect(pausedOf(await queues())).to.deep.equal([]);
  });

  it('says that Redis does not answer', async () => {
    const env = { REDIS_URL: 'redis://:wrong@127.0.0.1:1' };

    expectError(await run(['queues'], { env }), /^Redis at 127\.0\.0\.1:1 does not answer/);
  });
});
