import { expect } from 'chai';
import { diagnose } from '../../../observe/diagnosis/diagnose.ts';
import type { Bottleneck } from '../../../observe/diagnosis/diagnosis.ts';
import type { SeenStatus } from '../../../observe/status/readStatuses.ts';
import type { RedisReading } from '../../../observe/status/redisMeter.ts';
import { gatewayStatus, workerStatus } from '../statuses.ts';

const many = { inFlight: 64, meanInFlight: 64 };
const flooding = {
  accounts: { calls: 1_000, bytes: 0, active: 9, top: [{ account: 'acc_1', calls: 920, bytes: 0 }] },
};
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
    statuses: [gatewayStatus({ article: { rejections: { no_worker: 5 } } })],
    bottleneck: 'workers',
    text: /^article has no worker: 4 calls wait for one$/,
  },
  {
    title: 'a queue without a worker whose calls still wait, although one account sends most',
    statuses: [
      gatewayStatus({
        article: { inFlight: 37, oldestMs: 5_000 },
        gateway: { ...flooding, rejections: { wait: 90 } },
      }),
    ],
    bottleneck: 'workers',
    text: /^article has no worker: 37 calls wait for one$/,
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
    title: 'one account whose calls wait while no part is full',
    statuses: [gatewayStatus({ article: many, gateway: flooding }), workerStatus()],
    bottleneck: 'account',
    text: /^one account makes 92 % of the calls: acc_1$/,
  },
  {
    title: 'one account whose share is refused',
    statuses: [
      gatewayStatus({ gateway: { ...flooding, rejections: { account_share: 12 } } }),
      workerStatus(),
    ],
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
