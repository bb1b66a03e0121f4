import { expect } from 'chai';
import { type Need, scaledRoles, scaling } from '../../../observe/diagnosis/scaling.ts';
import type { SeenStatus } from '../../../observe/status/readStatuses.ts';
import { gatewayStatus, workerStatus } from '../statuses.ts';

const targetMs = 500;
const late = { oldestMs: 2_000, inFlight: 400, meanInFlight: 400, callsPerSecond: 300, p99Ms: undefined };
const inTime = { ...late, oldestMs: 100 };
const sets = { busy: 0.95, running: 50 };
const full = { load: { busy: 0.97 }, article: sets };
const customerBatches = { resource: 'customer', lane: 'bulk' } as const;

const articles = (...statuses: readonly SeenStatus[]): Need => scaling(statuses, targetMs).roles.article;

describe('the rule of scaling', () => {
  it('adds workers while they are full and their oldest call is older than the target', () => {
    const need = articles(gatewayStatus({ article: late }), workerStatus(full));

    expect(need).to.include({ processes: 2, running: 1, bottleneck: 'workers' });
    expect(need.reason).to.include('article workers are 97 % busy');
    expect(need.inputs).to.deep.equal({
      oldest_call_ms: 2e3,
      p99_ms: null,
      calls_per_second: 300,
      calls_in_flight: 400,
      rejected_per_second: 0,
      load: 0.97,
    });
  });

  it('adds more of them the longer calls wait, and at most doubles them', () => {
    const four = [full, full, full, full].map((given) => workerStatus(given));
    const waiting = (oldestMs: number) =>
      articles(gatewayStatus({ article: { ...late, oldestMs } }), ...four).processes;

    expect([2_000, 6_000, 60_000].map(waiting)).to.deep.equal([5, 7, 8]);
  });

  it('adds workers for requests that were refused since calls would have waited', () => {
    const article = { ...inTime, rejections: { wait: 500 } };

    expect(articles(gatewayStatus({ article }), workerStatus(full))).to.include({ processes: 2 });
  });

  it('adds none while calls are in time', () => {
    expect(articles(gatewayStatus({ article: inTime }), workerStatus(full))).to.include({
      processes: 1,
      bottleneck: 'none',
    });
  });

  const others: readonly [string, Need['bottleneck'], readonly SeenStatus[]][] = [
    [
      'the database',
      'database',
      [
        gatewayStatus({ article: late }),
        workerStatus({
          article: sets,
          lane: { sets: 0.95, statements: 0.86, commits: 0, statementsPerSecond: 30 },
        }),
      ],
    ],
    ['the gateway', 'gateways', [gatewayStatus({ article: late, load: { busy: 0.98 } }), workerStatus(full)]],
    [
      'Redis',
      'redis',
      [
        { ...gatewayStatus({ article: late }), redisMs: 300 },
        { ...workerStatus(full), redisMs: 300 },
      ],
    ],
    [
      'the number sequence of an account',
      'numberSequence',
      [
        gatewayStatus({ article: late }),
        workerStatus({
          load: full.load,
          article: { ...sets, locked: 40 },
          worker: { sequence: { account: 'acc_1', waiting: 60 } },
        }),
      ],
    ],
    [
      'one account',
      'account',
      [
        gatewayStatus({
          article: late,
          gateway: {
            accounts: { calls: 100, bytes: 0, active: 5, top: [{ account: 'acc_1', calls: 95, bytes: 0 }] },
            rejections: { account_share: 9 },
          },
        }),
        workerStatus(full),
      ],
    ],
  ];
  for (const [name, bottleneck, statuses] of others)
    it(`adds no worker when ${name} is the bottleneck`, () => {
      const need = articles(...statuses);

      expect(need).to.include({ processes: 1, running: 1, bottleneck });
    });

  it('adds gateways when they are the bottleneck, and no worker then', () => {
    const { gateway, article } = scaling(
      [gatewayStatus({ article: late, load: { busy: 0.98 } }), workerStatus()],
      targetMs,
    ).roles;

    expect(gateway).to.include({ processes: 2, running: 1, bottleneck: 'gateways' });
    expect(article).to.include({ processes: 1 });
  });

  it('adds a worker when its machine has no free processor, since another one may have', () => {
    const need = articles(
      gatewayStatus({ article: late }),
      workerStatus({ ...full, load: { busy: 0.97, hostBusy: 0.99 } }),
    );

    expect(need).to.include({ processes: 2, bottleneck: 'workers' });
  });

  it('needs fewer processes when fewer keep a reserve', () => {
    const three = (loop: number) => [loop, loop, loop].map((busy) => workerStatus({ load: { busy } }));
    const needed = (loop: number) => articles(gatewayStatus({ article: inTime }), ...three(loop)).processes;

    expect([0.05, 0.3, 0.45, 0.9].map(needed)).to.deep.equal([1, 2, 2, 3]);
  });

  it('counts no silent process, and wants one where there is none', () => {
    const need = articles(gatewayStatus({ article: inTime }), { ...workerStatus(), isSilent: true });

    expect(need).to.include({ processes: 1, running: 0, bottleneck: 'workers' });
    expect(Object.values(scaling([], targetMs).roles).map(({ processes }) => processes)).to.deep.equal(
      scaledRoles.map(() => 1),
    );
  });

  it('scales the workers of batches by the queue that needs most', () => {
    const { roles, queues } = scaling(
      [
        gatewayStatus({ article: late, of: customerBatches }),
        workerStatus({ ...full, of: customerBatches }),
        workerStatus({ of: { resource: 'article', lane: 'bulk' } }),
      ],
      targetMs,
    );

    expect(roles.bulk).to.deep.equal(queues['customer.bulk']);
    expect(roles.bulk).to.include({ processes: 2 });
    expect(roles.customer).to.include({ running: 0 });
  });
});
