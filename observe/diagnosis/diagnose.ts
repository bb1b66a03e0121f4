import { maxBy } from '../../shared/contract/values/arithmetic.ts';
import type { DatabaseReading } from '../status/databaseReading.ts';
import type { SeenStatus } from '../status/readStatuses.ts';
import type { RedisReading } from '../status/redisMeter.ts';
import { accountBottleneck, sequenceBottleneck } from './accountBottlenecks.ts';
import {
  commitsBottleneck,
  databaseBottleneck,
  poolBottleneck,
  slowCalls,
  slowestQueue,
} from './databaseBottlenecks.ts';
import { databaseAway, databaseDiskFull, deadlocks, heldLock, stuckStatements } from './databaseFaults.ts';
import { type Diagnosis, percent } from './diagnosis.ts';
import { databaseLink, redisLink } from './networkBottlenecks.ts';
import {
  busyMachineBottleneck,
  gatewayBottleneck,
  machineBottleneck,
  missingWorkers,
  workerBottleneck,
  wrongKey,
} from './processBottlenecks.ts';
import { redisBottleneck, redisFull } from './redisBottlenecks.ts';
import { type Signals, signalsOf } from './signals.ts';
import { helpWithSilent, silentProcess } from './silentProcesses.ts';

type FindBottleneck = (signals: Signals) => Diagnosis | undefined;

/** Parts that hang, refuse or are gone. They come first: calls that wait for them make other parts look busy. */
const faults: readonly FindBottleneck[] = [
  redisFull,
  silentProcess,
  missingWorkers,
  wrongKey,
  databaseDiskFull,
  databaseAway,
  heldLock,
  stuckStatements,
];

/**
 * Parts that are slow or full. A cause comes before its consequences: while a pool or Redis makes calls wait, workers are busy
 * although their processors are idle.
 */
const limits: readonly FindBottleneck[] = [
  redisBottleneck,
  redisLink,
  sequenceBottleneck,
  deadlocks,
  machineBottleneck,
  gatewayBottleneck,
  workerBottleneck,
  databaseLink,
  poolBottleneck,
  commitsBottleneck,
  databaseBottleneck,
  busyMachineBottleneck,
  slowCalls,
];

/** `database` is undefined if nobody asked it: then some causes can't be told apart, and the diagnosis says so. */
export function diagnose(
  statuses: readonly SeenStatus[],
  redis: RedisReading = {},
  database?: DatabaseReading,
): Diagnosis {
  const signals = signalsOf(statuses, redis, database);
  return helpWithSilent(causeOf(signals) ?? noBottleneck(signals), statuses);
}

function causeOf(signals: Signals): Diagnosis | undefined {
  const fault = firstOf(faults, signals);
  if (fault) return fault;
  const limit = firstOf(limits, signals);
  return accountBottleneck(signals, limit) ?? limit;
}

function firstOf(checks: readonly FindBottleneck[], signals: Signals): Diagnosis | undefined {
  let found: Diagnosis | undefined;
  for (const check of checks) found ??= check(signals);
  return found;
}

function noBottleneck(signals: Signals): Diagnosis {
  const { callsPerSecond, gateways, workers } = signals;
  const busiest = maxBy([...gateways, ...workers], ({ load }) => load.busy);
  const rate = `${Math.round(callsPerSecond)} calls/s`;
  const part = busiest
    ? `, and the busiest process (${busiest.title}) uses ${percent(busiest.load.busy)} of a processor`
    : '';
  const slow = slowestQueue(signals);
  const but = slow ? `; but ${slow.label} calls take ${Math.round(slow.p50Ms ?? 0)} ms` : '';
  return { bottleneck: 'none', text: `nothing is the bottleneck: ${rate}${part}${but}`, help: '' };
}
