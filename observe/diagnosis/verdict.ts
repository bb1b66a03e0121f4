import type { SeenStatus } from '../status/readStatuses.ts';
import type { RedisReading } from '../status/redisMeter.ts';
import { accountLimit, sequenceLimit } from './accountLimits.ts';
import { commitsLimit, databaseLimit, poolLimit } from './databaseLimits.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import type { Verdict } from './limit.ts';
import { busyMachineLimit, machineLimit } from './machineLimits.ts';
import { percent } from './percent.ts';
import { gatewayLimit, missingWorkers, redisFull, redisLimit, workerLimit } from './processLimits.ts';
import { helpWithSilent } from './silent.ts';
import { slowCalls } from './slowCalls.ts';

type FindLimit = (evidence: Evidence) => Verdict | undefined;

/**
 * Causes come before their consequences: while a lock, a pool or Redis makes calls wait, workers are busy although their
 * processors are idle.
 */
const limits: readonly FindLimit[] = [
  redisFull,
  missingWorkers,
  redisLimit,
  sequenceLimit,
  machineLimit,
  gatewayLimit,
  workerLimit,
  poolLimit,
  commitsLimit,
  databaseLimit,
  busyMachineLimit,
];

export function verdictOf(statuses: readonly SeenStatus[], redis: RedisReading = {}): Verdict {
  const evidence = evidenceOf(statuses, redis);
  const found = limits.map((find) => find(evidence)).find((verdict) => verdict !== undefined);
  const verdict = accountLimit(evidence, found) ?? found ?? nothing(evidence);
  return helpWithSilent(verdict, statuses);
}

function nothing(evidence: Evidence): Verdict {
  const { callsPerSecond, gateways, workers } = evidence;
  const processes = [...gateways, ...workers];
  const [busiest] = processes.toSorted((one, other) => other.load.busy - one.load.busy);
  const rate = `${Math.round(callsPerSecond)} calls/s`;
  const part = busiest
    ? `, and the busiest process (${busiest.title}) uses ${percent(busiest.load.busy)} of a processor`
    : '';
  const slow = slowCalls(evidence);
  const text = `nothing is the limit: ${rate}${part}${slow ? `; but ${slow.text}` : ''}`;
  return { limit: 'none', text, help: slow?.help ?? '' };
}
