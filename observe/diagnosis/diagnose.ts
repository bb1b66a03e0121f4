import { maxBy } from '../status/queueSummary.ts';
import type { SeenStatus } from '../status/readStatuses.ts';
import type { RedisReading } from '../status/redisMeter.ts';
import { accountBottleneck, sequenceBottleneck } from './accountBottlenecks.ts';
import { commitsBottleneck, databaseBottleneck, poolBottleneck, slowCalls } from './databaseBottlenecks.ts';
import { type Diagnosis, percent } from './diagnosis.ts';
import {
  busyMachineBottleneck,
  gatewayBottleneck,
  machineBottleneck,
  missingWorkers,
  workerBottleneck,
} from './processBottlenecks.ts';
import { redisBottleneck, redisFull } from './redisBottlenecks.ts';
import { type Signals, signalsOf } from './signals.ts';
import { helpWithSilent } from './silentProcesses.ts';

type FindBottleneck = (signals: Signals) => Diagnosis | undefined;

/**
 * Causes come before their consequences: while a lock, a pool or Redis makes calls wait, workers are busy although their
 * processors are idle.
 */
const checks: readonly FindBottleneck[] = [
  redisFull,
  missingWorkers,
  redisBottleneck,
  sequenceBottleneck,
  machineBottleneck,
  gatewayBottleneck,
  workerBottleneck,
  poolBottleneck,
  commitsBottleneck,
  databaseBottleneck,
  busyMachineBottleneck,
];

export function diagnose(statuses: readonly SeenStatus[], redis: RedisReading = {}): Diagnosis {
  const signals = signalsOf(statuses, redis);
  let found: Diagnosis | undefined;
  for (const check of checks) found ??= check(signals);
  return helpWithSilent(accountBottleneck(signals, found) ?? found ?? noBottleneck(signals), statuses);
}

function noBottleneck(signals: Signals): Diagnosis {
  const { callsPerSecond, gateways, workers } = signals;
  const busiest = maxBy([...gateways, ...workers], ({ load }) => load.busy);
  const rate = `${Math.round(callsPerSecond)} calls/s`;
  const part = busiest
    ? `, and the busiest process (${busiest.title}) uses ${percent(busiest.load.busy)} of a processor`
    : '';
  const slow = slowCalls(signals);
  const text = `nothing is the bottleneck: ${rate}${part}${slow ? `; but ${slow.text}` : ''}`;
  return { bottleneck: 'none', text, help: slow?.help ?? '' };
}
