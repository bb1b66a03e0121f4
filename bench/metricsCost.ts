import { countEvents as countGateway } from '../gateway/monitor/countEvents.ts';
import { gatewayMeters } from '../gateway/monitor/gatewayMeters.ts';
import { queuesOf } from '../shared/calls/queues.ts';
import { withHandlers } from '../shared/metrics/subscribe.ts';
import { type Emit, ignoreEvents } from '../shared/process/log.ts';
import { printLine } from '../shared/process/output.ts';
import { countEvents as countWorker } from '../workers/monitor/countEvents.ts';
import { workerMeters } from '../workers/monitor/workerMeters.ts';

/**
 * Measures the CPU time that counting costs per call: emits the events of calls with and without subscribers, in turn. Load
 * tests of the whole service vary more than this from turn to turn. Run:
 * `node cli/setup.js && npx tsc -p bench --noCheck && node dist/bench/metricsCost.js`
 */
const rounds = 21;
const setsInRound = 20_000;

/** Typical calls of a set, and of an entry of the reply stream, with 64 connections. */
const callsInSet = 16;

const counting = withHandlers(
  ignoreEvents,
  countGateway(gatewayMeters()),
  countWorker(workerMeters(queuesOf())),
);
const sides = { without: ignoreEvents, with: counting } as const;
const spent: Record<keyof typeof sides, number[]> = { without: [], with: [] };

for (let round = 0; round < rounds; round += 1)
  for (const side of round % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const))
    spent[side].push(nanosecondsOfCall(sides[side]));

const [without, added] = [median(spent.without), median(spent.with)];
printLine(`ns of a call: events ${without.toFixed(0)}, events and counting ${added.toFixed(0)}`);
printLine(`counting takes ${((added - without) / 1_000).toFixed(2)} µs of CPU a call`);

function nanosecondsOfCall(emit: Emit): number {
  const before = process.cpuUsage();
  for (let set = 0; set < setsInRound; set += 1) emitSet(emit, set);
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1_000) / (setsInRound * callsInSet);
}

function emitSet(emit: Emit, set: number): void {
  const method = set % 2 === 0 ? 'article.read' : 'article.create';
  const waitsMs: number[] = [];
  for (let call = 0; call < callsInSet; call += 1) {
    const ms = ((set * 7 + call) % 400) / 10;
    emit('request', { requestId: 'r', method, account: '', app: 'a', status: 200, code: '', bytes: 200, ms });
    waitsMs.push(ms);
  }
  emit('replies_read', { replies: callsInSet, lagMs: 0.3 });
  emit('set', { method, lane: 'interactive', calls: callsInSet, refused: 0, ms: 2 });
  emit('calls_waited', { method, lane: 'interactive', waitsMs });
  emit('job', { queue: 'article', calls: callsInSet, deliveries: 1, ms: 4 });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}
