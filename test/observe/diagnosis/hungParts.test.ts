import { expect } from 'chai';
import { diagnose } from '../../../observe/diagnosis/diagnose.ts';
import type { SeenStatus } from '../../../observe/status/readStatuses.ts';
import { gatewayStatus, workerStatus } from '../statuses.ts';

const many = { inFlight: 64, meanInFlight: 64 };
const flooding = {
  accounts: { calls: 1_000, bytes: 0, active: 9, top: [{ account: 'acc_1', calls: 920, bytes: 0 }] },
};
/** Sets run all the time, and their calls wait. */
const saturated = { busy: 0.97, running: 30 };

describe('diagnoses of parts that hang', () => {
  const waiting = gatewayStatus({
    article: { inFlight: 37, meanInFlight: 30, oldestMs: 5_000 },
    gateway: { ...flooding, rejections: { account_share: 40, wait: 90 } },
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
    const found = diagnose([gatewayStatus({ gateway: { rejections: { key: 4 } } }), workerStatus()]);

    expect(found).to.include({ bottleneck: 'key', of: 'gateway' });
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
      'a table is locked: 1 statement waits for it, the longest for 6 s (INSERT INTO articles); it is held by connection 57 of root@10.0.0.9, idle for 14 s',
    );
    expect(found.help).to.include('KILL 57');
  });

  it('say where to find it if the user may not see it', () => {
    const found = diagnose(stuck, {}, { waits: [tableWait], blockers: [], seesAll: false });

    expect(found.bottleneck).to.equal('lock');
    expect(found.help).to.include('SHOW FULL PROCESSLIST').and.to.include('may not see those of others');
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

  it('name a long transaction whose rows workers skip', () => {
    const late = gatewayStatus({ article: { inFlight: 9, meanInFlight: 9, oldestMs: 4_000 } });
    const transactions = [{ ...blocker, seconds: 20 }];
    const found = (locked: number) =>
      diagnose([late, workerStatus({ article: { locked } })], {}, { transactions });

    expect(found(5).text).to.match(
      /^rows are locked by a transaction: 5 calls wait for rows, .* connection 57 of root@/,
    );
    expect(found(5).help).to.include('KILL 57');
    expect(found(0).bottleneck).to.equal('none');
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

  it('name a full disk, also when it has ended the server', () => {
    expect(diagnose(stuck, {}, { isDiskFull: true }).text).to.match(/full: its writes wait or fail$/);
    expect(diagnose(stuck, {}, { isDiskFull: true, error: 'ECONNREFUSED' }).text).to.match(
      /full: the server has ended$/,
    );
  });

  it('name an account with large answers, although others make as many calls', () => {
    const top = [{ account: 'acc_1', calls: 400, bytes: 150 * 1_048_576 }];
    const accounts = { calls: 1_000, bytes: 151 * 1_048_576, active: 9, top };
    const found = diagnose([
      gatewayStatus({ article: many, gateway: { accounts }, load: { busy: 0.95 } }),
      workerStatus(),
    ]);

    expect(found).to.include({ bottleneck: 'account', of: 'acc_1' });
    expect(found.text).to.equal('one account gets 99 % of the bytes of all answers, 15 MiB/s: acc_1');
    const calls = [{ account: 'acc_1', calls: 700, bytes: 10 * 1_048_576 }];
    const busy = gatewayStatus({
      article: many,
      gateway: {
        accounts: { calls: 1_000, bytes: 10 * 1_048_576, active: 9, top: calls },
        rejections: { account_rate: 400 },
      },
      load: { busy: 0.95 },
    });
    expect(diagnose([busy, workerStatus()]).text).to.equal(
      'one account makes 70 % of the calls, most of its calls beyond its rate limit: acc_1',
    );
  });

  it('tell an account that fills the database from a database that others fill', () => {
    const busy = [
      gatewayStatus({ article: many, gateway: flooding }),
      workerStatus({ article: saturated, lane: { sets: 0.97, statements: 0.9, statementsPerSecond: 30 } }),
    ];
    const found = (others: number) => diagnose(busy, {}, { seesAll: true, running: { own: 2, others } });

    expect(found(0)).to.deep.include({ bottleneck: 'account', of: 'acc_1' });
    expect(found(6).bottleneck).to.equal('database');
    const some = {
      accounts: { calls: 1_000, bytes: 0, active: 9, top: [{ account: 'acc_1', calls: 700, bytes: 0 }] },
    };
    const [, worker] = busy as [SeenStatus, SeenStatus];
    const gateway = gatewayStatus({ article: { inFlight: 64, meanInFlight: 64 }, gateway: some });
    expect(
      diagnose([gateway, worker], {}, { seesAll: true, running: { own: 2, others: 0 } }).bottleneck,
    ).to.equal('unclear');
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

describe('a full machine and an account that sends most', () => {
  const full = { busy: 0.6, processorWait: 0.5, processor: 0.3, hostBusy: 1 };
  const found = (processor: number) =>
    diagnose([
      gatewayStatus({ article: many, load: { ...full, processor }, gateway: flooding }),
      workerStatus({ load: { ...full, processor } }),
    ]);

  it('are told apart by what the processes use', () => {
    expect(found(0.3).bottleneck).to.equal('unclear');
    expect(found(0.3).text).to.match(/^not clear: other programs use .*, or one account/);
    expect(found(1.2)).to.include({ bottleneck: 'account', of: 'acc_1' });
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

  it('is not blamed for the delays of a busy Redis', () => {
    const busy = { processor: 0.85, roundTripMs: 3 };
    const delayed = statuses({}).map((status) => ({ ...status, redisMs: 20 }));

    expect(diagnose(statuses({ redisMs: 80 }), busy).bottleneck).to.equal('none');
    expect(diagnose(delayed, busy)).to.include({ bottleneck: 'redis' });
    expect(diagnose(delayed, { roundTripMs: 3 }).bottleneck).to.equal('network');
  });
});

describe('a worker with a limit of its processor', () => {
  it('is told apart from one on a full machine', () => {
    const load = { busy: 0.97, processorWait: 0.85, processor: 0.1 };
    const found = (hostBusy: number) =>
      diagnose([gatewayStatus({ article: many }), workerStatus({ load: { ...load, hostBusy } })]);

    expect(found(0.4)).to.include({ bottleneck: 'workers', of: 'article' });
    expect(found(0.4).text).to.equal(
      'article workers are 97 % busy, since their limit lets them use only 10 % of a processor: add one',
    );
    expect(found(0.4).help).to.match(
      /^Raise the limit of their containers .* Otherwise: counterfoil worker article$/,
    );
    expect(found(1).text).not.to.include('limit');
  });

  it('is named although sets fill its time, and not the database', () => {
    const load = { busy: 0.5, processorWait: 0.4, processor: 0.1, hostBusy: 0.4 };
    const lane = { sets: 0.97, statements: 0.9, statementsPerSecond: 30 };
    const found = diagnose([
      gatewayStatus({ article: many }),
      workerStatus({ article: saturated, lane, load }),
    ]);

    expect(found).to.include({ bottleneck: 'workers', of: 'article' });
    expect(found.text).to.equal(
      'article workers wait for a processor 40 % of the time: their limit lets them use only 10 % of one',
    );
  });

  it('is not told apart by a database that runs none of its statements', () => {
    const busy = [
      gatewayStatus({ article: many }),
      workerStatus({ article: saturated, lane: { sets: 0.97, statements: 0.9, statementsPerSecond: 30 } }),
    ];
    const found = (own: number) =>
      diagnose(busy, {}, { seesAll: true, running: { own, others: 0 } }).bottleneck;

    expect(found(0.8)).to.equal('database');
    expect(found(0.1)).to.equal('network');
  });
});
