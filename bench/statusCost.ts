import { AccountTally } from '../gateway/apps/accountTally.ts';
import { CallTimes } from '../gateway/calls/callTimes.ts';
import { GatewayStatusSource } from '../gateway/monitor/gatewayStatus.ts';
import { RefusalCounts } from '../gateway/monitor/refusalCounts.ts';
import { queuesOf } from '../shared/calls/queues.ts';
import { withHandlers } from '../shared/metrics/subscribe.ts';
import { ignoreEvents } from '../shared/process/log.ts';
import { printLine } from '../shared/process/output.ts';
import { LoadMeter } from '../shared/status/loadMeter.ts';
import { StatementTimes } from '../workers/database/statementTimes.ts';
import { SetCounts } from '../workers/monitor/workerStatus.ts';

/**
 * Measures the CPU time of the status: what gateway and worker count for each call, and the report that each process makes
 * once a second. Run: `node cli/setup.js && npx tsc -p bench --noCheck && node dist/bench/statusCost.js`
 */
const rounds = 21;
const setsInRound = 20_000;
const reportsInRound = 200;

/** Typical calls of a set with 64 connections, and statements of a set of creates. */
const callsInSet = 16;
const statementsInSet = 2;

const accounts = 1_000;

const tally = new AccountTally();
const times = new CallTimes();
const refusals = new RefusalCounts();
const sets = new SetCounts();
const statements = new StatementTimes();
const emit = withHandlers(ignoreEvents, refusals.handlers, sets.handlers);
const article = { resource: 'article', lane: 'interactive' } as const;
const load = new LoadMeter();
const idle = { inFlight: 64, oldestMs: 12, estimatedWaitMs: 0, isWithoutWorker: false, isPaused: false };
const state = {
  ...{
    lanes: [],
    batches: { waiting: 0, running: 0 },
    waitingReaders: 0,
    connections: 64,
    requests: 64,
    key: 'proven',
  },
  queues: queuesOf().map((queue) => ({ ...queue, ...idle })),
};
const source = new GatewayStatusSource({ state: () => state, times, accounts: tally, refusals });

const [ofCalls, ofReports] = [[] as number[], [] as number[]];
for (let round = 0; round < rounds; round += 1) {
  ofCalls.push(microseconds(setsInRound, countSet) / callsInSet);
  ofReports.push(microseconds(reportsInRound, report));
}
printLine(`counting takes ${median(ofCalls).toFixed(2)} µs of CPU a call`);
printLine(`a report takes ${median(ofReports).toFixed(0)} µs of CPU, once a second`);

function countSet(set: number): void {
  for (let call = 0; call < callsInSet; call += 1) {
    const ms = ((set * 7 + call) % 400) / 10;
    tally.add({ account: (set * callsInSet + call) % accounts, accountIdent: 'acc_1' });
    emit('request', {
      requestId: 'r',
      method: 'article.read',
      app: 'a',
      account: 'acc_1',
      status: 200,
      code: '',
      bytes: 200,
      ms,
    });
    times.of(article).observe(ms);
  }
  for (let statement = 0; statement < statementsInSet; statement += 1) statements.add(1);
  statements.addCommit(1);
  emit('set', { method: 'article.read', lane: 'interactive', calls: callsInSet, refused: 0, ms: 2 });
}

function report(): string {
  load.sample();
  source.sample();
  return JSON.stringify({ load: load.load, ...source.status() });
}

function microseconds(times: number, work: (index: number) => unknown): number {
  const before = process.cpuUsage();
  for (let index = 0; index < times; index += 1) work(index);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}
