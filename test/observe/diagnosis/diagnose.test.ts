import { expect } from 'chai';
import { diagnose } from '../../../observe/diagnosis/diagnose.ts';
import type { Bottleneck } from '../../../observe/diagnosis/diagnosis.ts';
import type { SeenStatus } from '../../../observe/status/readStatuses.ts';
import type { RedisReading } from '../../../observe/status/redisMeter.ts';
import { gatewayStatus, workerStatus } from '../statuses.ts';

const many = { inFlight: 64, meanInFlight: 64 };
const flooding = { accounts: { calls: 1_000, active: 9, top: { account: 'acc_1', calls: 920 } } };
/** Sets run all the time, and their calls wait. */
const saturated = { busy: 0.97, running: 30 };
const idleHost = { hostBusy: 0.4 };
const fullHost = { hostBusy: 1 };

interface Case {
  readonly title: string;
  readonly statuses: readonly SeenStatus[];
  readonly redis?: RedisReading;
  readonly bottleneck: Bottleneck;
  readonly text: RegExp;
}

const cases: readonly Case[] = [
  {
    title: 'nothing is the bottleneck of a service with few calls',
    statuses: [gatewayStatus(), workerStatus()],
    bottleneck: 'none',
    text: /^nothing is the bottleneck: 100 calls\/s/,
  },
  {
    title: 'nothing is the bottleneck when one account makes all calls and none is refused',
    statuses: [gatewayStatus({ gateway: flooding }), workerStatus()],
    bottleneck: 'none',
    text: /^nothing/,
  },
  {
    title: 'a queue without a worker',
    statuses: [gatewayStatus({ article: { refusals: { no_worker: 5 } } })],
    bottleneck: 'workers',
    text: /^article has no worker/,
  },
  {
    title: 'article workers whose processors are full',
    statuses: [
      gatewayStatus({ article: many }),
      workerStatus({ load: { busy: 0.94, ...idleHost }, article: saturated }),
    ],
    bottleneck: 'workers',
    text: /^article workers are 94 % busy: add one$/,
  },
  {
    title: 'a further worker needs another machine if this one has no free processor',
    statuses: [
      gatewayStatus({ article: many }),
      workerStatus({ load: { busy: 0.94, ...fullHost }, article: saturated }),
    ],
    bottleneck: 'workers',
    text: /add one on another machine/,
  },
  {
    title: 'the gateway, although its calls make the workers busy',
    statuses: [gatewayStatus({ article: many, load: { busy: 0.98 } }), workerStatus({ article: saturated })],
    bottleneck: 'gateways',
    text: /^the gateway is the bottleneck .*another worker would not help$/,
  },
  {
    title: 'the machine when gateways and workers are full and it has no free processor',
    statuses: [
      gatewayStatus({ article: many, load: { busy: 0.98, ...fullHost } }),
      workerStatus({ load: { busy: 0.97, ...fullHost }, article: saturated }),
    ],
    bottleneck: 'machine',
    text: /^the machine is the bottleneck/,
  },
  {
    title: 'the machine when other programs use its processors',
    statuses: [
      gatewayStatus({ article: many, load: { busy: 0.6, processorWait: 0.5, ...fullHost } }),
      workerStatus({ load: fullHost }),
    ],
    bottleneck: 'machine',
    text: /gateway waits for one 50 % of the time$/,
  },
  {
    title: 'statements of the database, although the workers are busy',
    statuses: [
      gatewayStatus({ article: many }),
      workerStatus({
        article: saturated,
        lane: { sets: 0.97, statements: 0.9, commits: 0.02, statementsPerSecond: 30 },
      }),
    ],
    bottleneck: 'database',
    text: /^the database is the bottleneck: statements take 95 % .* 30 ms each; another worker would not help$/,
  },
  {
    title: 'commits of the database',
    statuses: [
      gatewayStatus({ article: many }),
      workerStatus({
        article: saturated,
        lane: { sets: 0.97, statements: 0.1, commits: 0.8, commitsPerSecond: 20 },
      }),
    ],
    bottleneck: 'commits',
    text: /^the database's commits are the bottleneck: they take 82 % .* 40 ms each$/,
  },
  {
    title: 'a database whose commits and statements are slow, since it has no free processor',
    statuses: [
      gatewayStatus({ article: many }),
      workerStatus({
        article: saturated,
        lane: { sets: 0.97, statements: 0.45, commits: 0.5, commitsPerSecond: 20 },
      }),
    ],
    bottleneck: 'database',
    text: /^the database is the bottleneck: statements take 98 %/,
  },
  {
    title: 'connections that sets wait for',
    statuses: [
      gatewayStatus({ article: many }),
      workerStatus({
        article: saturated,
        lane: { sets: 6, pool: 5, statements: 0.9, connections: { used: 2, max: 2, waiting: 5 } },
      }),
    ],
    bottleneck: 'pool',
    text: /wait 83 % of their time for one of 2 \(DATABASE_POOL is 2, /,
  },
  {
    title: 'the database when sets wait for connections since its statements are slow',
    statuses: [
      gatewayStatus({ article: many }),
      workerStatus({
        article: saturated,
        lane: { sets: 6, pool: 5, statements: 0.9, statementsPerSecond: 10 },
      }),
    ],
    bottleneck: 'database',
    text: /^the database is the bottleneck/,
  },
  {
    title: 'a number sequence, by its account, although that makes nearly all calls',
    statuses: [
      gatewayStatus({ article: many, gateway: flooding }),
      workerStatus({
        article: { ...saturated, locked: 30 },
        worker: { sequence: { account: 'acc_7', waiting: 30 } },
      }),
    ],
    bottleneck: 'numberSequence',
    text: /^creates of account acc_7 wait for its number sequence: more workers will not help$/,
  },
  {
    title: 'a Redis whose processor is full',
    statuses: [gatewayStatus({ article: many }), workerStatus({ article: saturated })],
    redis: { processor: 0.97, roundTripMs: 3 },
    bottleneck: 'redis',
    text: /^Redis is the bottleneck: it uses 97 %/,
  },
  {
    title: 'a Redis that answers late, measured by a process that has time',
    statuses: [gatewayStatus({ article: many, load: { busy: 0.2 } }), { ...workerStatus(), redisMs: 30 }].map(
      (status) => ({ ...status, redisMs: 30 }),
    ),
    bottleneck: 'redis',
    text: /a round trip takes 30 ms/,
  },
  {
    title: 'not Redis when only a full gateway sees long round trips',
    statuses: [{ ...gatewayStatus({ article: many, load: { busy: 0.98 } }), redisMs: 40 }, workerStatus()],
    bottleneck: 'gateways',
    text: /^the gateway/,
  },
  {
    title: 'one account that fills the gateway, alone',
    statuses: [gatewayStatus({ article: many, load: { busy: 0.98 }, gateway: flooding }), workerStatus()],
    bottleneck: 'account',
    text: /^one account makes 92 % of the calls: acc_1$/,
  },
  {
    title: 'one account whose share is refused',
    statuses: [gatewayStatus({ gateway: { ...flooding, refusals: { account_share: 12 } } }), workerStatus()],
    bottleneck: 'account',
    text: /^one account makes 92 % of the calls: acc_1$/,
  },
];

describe('diagnoses', () => {
  for (const { title, statuses, redis, bottleneck, text } of cases)
    it(`name ${title}`, () => {
      const diagnosis = diagnose(statuses, redis);

      expect([diagnosis.bottleneck, diagnosis.text]).to.deep.equal([
        bottleneck,
        diagnosis.text.match(text) ? diagnosis.text : text,
      ]);
      expect(diagnosis.help === '').to.equal(bottleneck === 'none');
    });

  it('leave out the numbers of processes that do not report any more', () => {
    const frozen = {
      ...workerStatus({ load: { busy: 1 }, article: saturated }),
      isSilent: true,
      ageMs: 90_000,
    };

    expect(diagnose([gatewayStatus({ article: many }), frozen, workerStatus()]).bottleneck).to.equal('none');
  });
});

describe('diagnoses of parts that hang', () => {
  const waiting = gatewayStatus({
    article: { inFlight: 37, meanInFlight: 30, oldestMs: 5_000 },
    gateway: { ...flooding, refusals: { account_share: 40, wait: 90 } },
  });
  const silent = (given: Partial<SeenStatus>): SeenStatus => ({
    ...workerStatus(),
    isSilent: true,
    ageMs: 5_000,
    ...given,
  });

  it('name a stopped worker, and not the account that sends most', () => {
    const found = diagnose([waiting, silent({ localState: 'stopped' })]);

    expect(found).to.deep.include({ bottleneck: 'process', of: 'worker article' });
    expect(found.text).to.match(
      /^worker article \(PID 2 on one\) is stopped \(SIGSTOP\).*: 37 calls wait for it$/,
    );
    expect(found.help).to.equal('Let it go on: kill -CONT 2');
  });

  it('name a killed worker, one that computes, and one of another host', () => {
    const texts = (['ended', 'computing', 'waiting', undefined] as const).map(
      (localState) => diagnose([waiting, silent({ localState })]).help,
    );

    expect(texts[0]).to.match(/^Start it again: counterfoil worker article \(/);
    expect(texts[1]).to.match(/^End it, and start it again: kill -KILL 2; counterfoil worker article/);
    expect(texts[2]).to.match(/^Look at its log/);
    expect(texts[3]).to.match(/^Look there: ps -o stat,args -p 2$/);
  });

  it('name no process that was removed a minute ago and whose calls others answer', () => {
    const removed = silent({ localState: 'ended', ageMs: 61_000 });

    expect(diagnose([gatewayStatus(), removed, workerStatus()]).bottleneck).to.equal('none');
    expect(diagnose([gatewayStatus(), { ...removed, ageMs: 30_000 }, workerStatus()]).bottleneck).to.equal(
      'process',
    );
  });

  it('do not choose between causes when no process reports', () => {
    const found = diagnose([{ ...waiting, isSilent: true, ageMs: 9_000 }, silent({})]);

    expect(found.bottleneck).to.equal('unclear');
    expect(found.text).to.match(/^not clear: none of 2 processes reports/);
  });

  it('name a gateway with another secret key', () => {
    const found = diagnose([gatewayStatus({ gateway: { refusals: { key: 4 } } }), workerStatus()]);

    expect(found).to.include({ bottleneck: 'key', of: 'gateway' });
  });

  it('name a queue without a worker while its calls wait', () => {
    expect(diagnose([waiting])).to.deep.include({
      bottleneck: 'workers',
      of: 'article',
      text: 'article has no worker: 37 calls wait for one',
    });
  });
});

describe('diagnoses with what the database says', () => {
  const stuck = [
    gatewayStatus({ article: { inFlight: 60, meanInFlight: 60, oldestMs: 6_000 }, gateway: flooding }),
    workerStatus({
      article: saturated,
      lane: { sets: 1, statements: 0.98, statementsPerSecond: 0.3, commits: 0 },
    }),
  ];
  const blocker = { id: 57, user: 'root', host: '10.0.0.9', seconds: 14, isCertain: false };
  const tableWait = { kind: 'table' as const, seconds: 6, statement: 'INSERT INTO articles' };

  it('name the connection that holds a table', () => {
    const found = diagnose(stuck, {}, { waits: [tableWait], blockers: [blocker] });

    expect(found.bottleneck).to.equal('lock');
    expect(found.text).to.equal(
      'a table is locked: 1 statement waits for it, since 6 s (INSERT INTO articles); it is held by connection 57 of root@10.0.0.9, idle for 14 s',
    );
    expect(found.help).to.include('KILL 57');
  });

  it('say where to find it if the user may not see it', () => {
    const found = diagnose(stuck, {}, { waits: [tableWait], blockers: [], seesAll: false });

    expect(found.bottleneck).to.equal('lock');
    expect(found.help).to.include('SHOW FULL PROCESSLIST').and.to.include('lacks PROCESS');
  });

  it('name no young transaction, which sets of our own have', () => {
    const rows = (seconds: number) => ({
      waits: [{ kind: 'row' as const, seconds: 0, statement: 'UPDATE number_sequences' }],
      blockers: [{ ...blocker, seconds, isCertain: true }],
    });

    expect(diagnose([gatewayStatus(), workerStatus()], {}, rows(1)).bottleneck).to.equal('none');
    expect(diagnose([gatewayStatus(), workerStatus()], {}, rows(2)).text).to.match(
      /^rows are locked by a transaction/,
    );
  });

  it('say that it is not clear without them', () => {
    const found = diagnose(stuck);

    expect(found.bottleneck).to.equal('unclear');
    expect(found.text).to.match(/^not clear: article sets have waited for the database for 6 s: a lock/);
    expect(found.help).to.include('DATABASE_URL');
  });

  it('name a database that does not answer only if calls wait for it', () => {
    expect(diagnose(stuck, {}, { error: 'ECONNREFUSED' }).bottleneck).to.equal('databaseAway');
    expect(diagnose([gatewayStatus(), workerStatus()], {}, { error: 'ECONNREFUSED' }).bottleneck).to.equal(
      'none',
    );
    expect(diagnose(stuck, {}, { error: 'ER_ACCESS_DENIED_ERROR' }).bottleneck).to.equal('unclear');
  });

  it('tell an account that fills the database from a database that others fill', () => {
    const busy = [
      gatewayStatus({ article: many, gateway: flooding }),
      workerStatus({ article: saturated, lane: { sets: 0.97, statements: 0.9, statementsPerSecond: 30 } }),
    ];
    const found = (others: number) => diagnose(busy, {}, { seesAll: true, running: { own: 2, others } });

    expect(found(0)).to.deep.include({ bottleneck: 'account', of: 'acc_1' });
    expect(found(6).bottleneck).to.equal('database');
    expect(diagnose(busy).text).to.match(
      /^not clear: one account makes 92 % of the calls \(acc_1\), or the database is slow/,
    );
  });

  it('name the network if the server does not run what workers wait for', () => {
    const far = [
      gatewayStatus(),
      workerStatus({ lane: { sets: 0.9, statements: 0.8, statementsPerSecond: 16, commits: 0 } }),
    ];

    expect(diagnose(far, {}, { running: { own: 0.1, others: 0 } }).bottleneck).to.equal('network');
    expect(diagnose(far, {}, { running: { own: 0.7, others: 0 } }).bottleneck).to.equal('none');
  });
});

describe('a link to Redis', () => {
  const statuses = (given: Partial<SeenStatus>) => [{ ...gatewayStatus(), ...given }, workerStatus()];

  it('is named by the process whose round trips are slow or late, while those of others are short', () => {
    expect(diagnose(statuses({ redisMs: 80 }), { roundTripMs: 0.3 })).to.include({
      bottleneck: 'network',
      of: 'gateway',
    });
    expect(diagnose(statuses({ redisLate: 3 }), { roundTripMs: 0.3 }).bottleneck).to.equal('network');
    expect(diagnose(statuses({ redisLate: 1 }), { roundTripMs: 0.3 }).bottleneck).to.equal('none');
  });
});
