import { expect } from 'chai';
import { diagnose } from '../../../observe/diagnosis/diagnose.ts';
import { silentWarnings } from '../../../observe/diagnosis/silentProcesses.ts';
import { byteSize } from '../../../shared/contract/values/byteSize.ts';
import { gatewayStatus, workerStatus } from '../statuses.ts';

const slow = { p50Ms: 219, inFlight: 8, meanInFlight: 8 };
const diagnosisWith = (lane: object) =>
  diagnose([gatewayStatus({ article: slow }), workerStatus({ article: { busy: 0.5, running: 8 }, lane })]);

describe('a diagnosis on calls that are slow although nothing is full', () => {
  it('names commits', () => {
    const { bottleneck, text, help } = diagnosisWith({
      sets: 0.8,
      commits: 0.52,
      commitsPerSecond: 5,
      statements: 0.1,
    });

    expect(bottleneck).to.equal('commits');
    expect(text).to.equal(
      "the database's commits are slow: half of the article calls take over 219 ms, COMMIT takes 65 % of the time of their sets, 104 ms each",
    );
    expect(help).to.include('disk');
  });

  it('names commits of writes between many fast reads, but no shorter ones', () => {
    const diagnosisAfter = (commitsPerSecond: number) =>
      diagnose([
        gatewayStatus({ article: { p50Ms: 4, inFlight: 2, meanInFlight: 2 } }),
        workerStatus({
          article: { busy: 0.5, running: 2 },
          lane: { sets: 0.8, commits: 0.52, commitsPerSecond },
        }),
      ]);

    expect(diagnosisAfter(20)).to.include({ bottleneck: 'commits', of: 'article' });
    expect(diagnosisAfter(21).bottleneck).to.equal('none');
  });

  it('names statements', () => {
    const { text, help } = diagnosisWith({
      sets: 0.8,
      commits: 0.1,
      statements: 0.6,
      statementsPerSecond: 30,
    });

    expect(text).to.include('statements take 75 % of the time of their sets, 20 ms each');
    expect(help).to.include('counterfoil doctor');
  });

  it('names the pool', () => {
    expect(diagnosisWith({ sets: 0.8, pool: 0.6 }).help).to.include('DATABASE_POOL');
  });

  it('says how long they take where no part takes most of it', () => {
    expect(diagnosisWith({ sets: 0.8, commits: 0.2, statements: 0.2, pool: 0.2 })).to.deep.include({
      help: '',
    });
  });

  it('says nothing of a queue with few of all calls', () => {
    const withRate = (callsPerSecond: number) =>
      diagnose([
        gatewayStatus({ article: { ...slow, callsPerSecond }, gateway: { callsPerSecond: 100 } }),
        workerStatus(),
      ]).text;

    expect(withRate(4)).not.to.include('take');
    expect(withRate(6)).to.include('article calls take 219 ms');
  });

  it('says nothing of calls that are fast', () => {
    expect(diagnose([gatewayStatus(), workerStatus()]).text).not.to.include('take');
  });
});

describe('a diagnosis on a machine that other programs use', () => {
  const diagnosisAfter = (commitsPerSecond: number) =>
    diagnose([
      gatewayStatus({ article: slow, load: { busy: 0.4, processorWait: 0.3, hostBusy: 1 } }),
      workerStatus({
        article: { busy: 0.5, running: 8 },
        lane: { sets: 0.8, commits: 0.6, commitsPerSecond, statements: 0.1 },
      }),
    ]);

  it('names commits that a busy machine does not explain', () => {
    const { bottleneck, text, help } = diagnosisAfter(5);

    expect(bottleneck).to.equal('machine');
    expect(help).to.include('disk');
    expect(text).to.match(
      /30 % of the time; the database's commits are slow: half of the article calls take over 219 ms, COMMIT takes 75 % .* 120 ms each$/,
    );
  });

  it('counts what its processes measured together, each at another time', () => {
    const foundWith = (hostBusy: number) =>
      diagnose([
        gatewayStatus({ article: slow, load: { busy: 0.4, processorWait: 0.3, hostBusy } }),
        workerStatus({ article: { busy: 0.5, running: 8 }, load: { processorWait: 0.3, hostBusy: 1 } }),
      ]);

    expect(foundWith(0.82).bottleneck).to.equal('machine');
    expect(foundWith(0.78).bottleneck).not.to.equal('machine');
  });

  it('names no commits that it explains', () => {
    expect(diagnosisAfter(30).text).to.match(/30 % of the time$/);
  });
});

describe('a Redis that is full', () => {
  const full = { used: 2_900_000, max: 1_048_576 };

  it('is the bottleneck, whatever its consequences look like', () => {
    const withoutWorkers = gatewayStatus({ article: { rejections: { no_worker: 5 } } });

    for (const statuses of [[], [withoutWorkers]])
      expect(diagnose(statuses, { memory: full })).to.include({ bottleneck: 'redis' });
    expect(diagnose([], { memory: full }).text).to.include('2.8 MiB used, maxmemory is 1.0 MiB');
  });

  it('is none without a limit, or below it', () => {
    for (const max of [0, 3_000_000])
      expect(diagnose([], { memory: { ...full, max } })).to.include({ bottleneck: 'none' });
  });
});

describe('an account that makes nearly all calls', () => {
  const accounts = { calls: 1_000, bytes: 0, active: 9, top: [{ account: 'acc_1', calls: 920, bytes: 0 }] };
  const diagnosisAfter = (rejections: Record<string, number>) =>
    diagnose([gatewayStatus({ gateway: { accounts, rejections } }), workerStatus()]);

  it('is to be limited', () => {
    expect(diagnosisAfter({ account_share: 800, account_rate: 400 })).to.include({
      text: 'one account makes 92 % of the calls: acc_1',
      help: 'Limit it to fewer calls than the 92/s that it makes: counterfoil account set acc_1 --requests-per-second NUMBER',
    });
  });

  it('is not to be limited again where its rate limit holds it', () => {
    const { bottleneck, text, help } = diagnosisAfter({ account_rate: 800, account_share: 50 });

    expect([bottleneck, text]).to.deep.equal([
      'account',
      'one account makes 92 % of the calls, most of its calls beyond its rate limit: acc_1',
    ]);
    expect(help).to.match(/^The rate limit works, /);
  });

  it('is not a bottleneck while its rate limit holds it, and nothing is full', () => {
    expect(diagnosisAfter({ account_rate: 800, app_rate: 50 })).to.include({ bottleneck: 'none' });
  });

  it('is to be limited if the database alone is full, in case only our statements run there', () => {
    const top = [{ account: 'acc_1', calls: 150, bytes: 60_000_000 }];
    const gateway = { accounts: { calls: 1_000, bytes: 61_000_000, active: 9, top } };
    const lane = { sets: 1, statements: 0.8, statementsPerSecond: 20 };
    const article = { inFlight: 60, meanInFlight: 60 };
    const { bottleneck, help } = diagnose([
      gatewayStatus({ article, gateway }),
      workerStatus({ article: { busy: 0.97, running: 30 }, lane }),
    ]);

    expect(bottleneck).to.equal('unclear');
    expect(help).to.match(
      /limit the account to fewer calls than the 15\/s that it makes: counterfoil account set acc_1 --requests-per-second NUMBER$/,
    );
  });

  it('is held by its rate limit in the same way while it fills the database', () => {
    const top = [{ account: 'acc_1', calls: 760, bytes: 0 }];
    const lane = { sets: 1, statements: 0.8, statementsPerSecond: 20 };
    const diagnosisOf = (accountRate: number) => {
      const gateway = { accounts: { ...accounts, top }, rejections: { account_rate: accountRate } };
      const article = { inFlight: 60, meanInFlight: 60 };
      const statuses = [
        gatewayStatus({ article, gateway }),
        workerStatus({ article: { busy: 0.97, running: 30 }, lane }),
      ];
      return diagnose(statuses, {}, { seesAll: true, running: { own: 2, others: 0 } }).text;
    };

    expect(diagnosisOf(370)).to.equal('one account makes 76 % of the calls: acc_1');
    expect(diagnosisOf(390)).to.include('beyond its rate limit');
  });
});

describe('warnings', () => {
  it('name the processes that do not report, and no others', () => {
    const frozen = { ...workerStatus(), isSilent: true, ageMs: 28_300 };

    expect(silentWarnings([gatewayStatus(), workerStatus()])).to.deep.equal([]);
    expect(silentWarnings([gatewayStatus(), frozen])).to.have.length(1);
    expect(silentWarnings([frozen])[0]).to.match(
      /^worker article \(PID 2 on one\) has not reported for 28 s: .*\. Look there: ps -o stat,args -p 2$/,
    );
  });

  it('come before the help for their queue', () => {
    const frozen = { ...workerStatus(), isSilent: true, ageMs: 90_000 };
    const full = workerStatus({ load: { busy: 0.95 }, article: { busy: 1, running: 8 } });
    const busy = gatewayStatus({ article: { inFlight: 40, meanInFlight: 40 } });

    expect(diagnose([busy, full, frozen]).help).to.match(
      /^First look at the worker that does not report: see the warnings. counterfoil worker article/,
    );
    expect(diagnose([busy, full]).help).to.match(/^counterfoil worker article/);
  });

  it('give the cause once when a full Redis silences all processes', () => {
    const silent = [gatewayStatus(), workerStatus()].map((status) => ({ ...status, isSilent: true }));

    expect(silentWarnings(silent, { memory: { used: 2, max: 1 } })).to.have.length(1);
    expect(silentWarnings(silent, { memory: { used: 2, max: 1 } })[0]).to.match(
      /^2 processes do not report, since Redis is full/,
    );
    expect(silentWarnings(silent, { memory: { used: 1, max: 2 } })).to.have.length(2);
  });
});

describe('byteSize', () => {
  for (const [bytes, text] of [
    [0, '0 B'],
    [1, '1 B'],
    [1_023, '1023 B'],
    [1_024, '1.0 KiB'],
    [2_900_000, '2.8 MiB'],
    [536_870_912, '512 MiB'],
    [5e12, '4657 GiB'],
  ] as const)
    it(`writes ${bytes} as ${text}`, () => expect(byteSize(bytes)).to.equal(text));
});
