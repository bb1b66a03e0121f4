import { type Resource, resourceOf } from '../../shared/contract/operations/operation.ts';
import type { Emit } from '../../shared/runtime/process/log.ts';
import type { Clock } from '../../shared/runtime/redis/clock.ts';
import type { QueueId } from '../../shared/wire/queues.ts';
import { implementations } from '../operations/implementations.ts';
import { BusyTime, Coalescer, type CoalescerOptions } from '../sets/coalescer.ts';
import type { Implementation } from '../sets/implementation.ts';
import { Semaphore } from '../sets/lockWaiters.ts';
import type { TrySet } from '../sets/setResult.ts';
import { SetRunner, type SetRunnerParts } from '../sets/setRunner.ts';
import type { SetTraces } from '../traces/setTraces.ts';
import { JobProcessor } from './jobProcessor.ts';
import { type IsolatedRunner, type PoisonIsolation, runIsolated } from './poisonIsolation.ts';
import type { ReplySender } from './replySender.ts';

/**
 * The share of a lane's connections for sets that wait for locks. Slow calls get the same share of their own. The other calls
 * never wait for them.
 */
const waiterShare = 0.25;

export interface Shared {
  readonly clock: Clock;
  readonly replies: ReplySender;
  readonly poisonIsolation: PoisonIsolation;
  readonly announce: (accounts: readonly number[]) => void;
  readonly emit: Emit;
  readonly traces?: SetTraces | undefined;
  readonly namesCalls: boolean;
}

export interface ServedQueue extends QueueId {
  readonly coalescers: Coalescer[];
  readonly busyTime: BusyTime;
}

/** The queues of one lane, on a pool of their own. Each operation has a coalescer. */
export interface ServedLane {
  readonly jobs: JobProcessor;
  readonly queues: readonly ServedQueue[];
}

export function serveLane(
  queues: readonly QueueId[],
  database: SetRunnerParts['database'],
  shared: Shared,
): ServedLane {
  const { clock, replies, poisonIsolation, emit, traces, namesCalls } = shared;
  const served = new Map<Resource, ServedQueue>(
    queues.map((queue) => [queue.resource, { ...queue, coalescers: [], busyTime: new BusyTime() }]),
  );
  const connections = () => new Semaphore(Math.max(1, Math.floor(database.client.pool.max * waiterShare)));
  const waiters = { lockConnections: connections(), slowConnections: connections() };
  const runners = new Map<string, IsolatedRunner>();
  const coalescers = new Map<string, Coalescer>();
  for (const implementation of Object.values(implementations)) {
    const { name } = implementation.contract;
    const queue = served.get(resourceOf(implementation.contract));
    if (!queue) continue;
    const { lane, busyTime } = queue;
    const setRunner = new SetRunner(implementation, { database, ...shared });
    const attempt: TrySet = (...set) => setRunner.attempt(...set);
    const trySet = traces?.around(attempt, queue, name) ?? attempt;
    const options = { lane, ...waiters, clock, busyTime, namesCalls };
    const made = coalescer(implementation, trySet, shared, options);
    runners.set(name, isolatedRunner(implementation, setRunner, trySet));
    coalescers.set(name, made);
    queue.coalescers.push(made);
  }
  const jobs = new JobProcessor({ coalescers, runners, poisonIsolation, replies, emit });
  return { jobs, queues: [...served.values()] };
}

/** Makes reads wait while Redis has not accepted the answers of earlier reads. */
function coalescer(
  implementation: Implementation,
  attempt: TrySet,
  { replies, emit }: Shared,
  options: CoalescerOptions,
): Coalescer {
  const isReading = implementation.contract.kind === 'reads';
  const trySet: TrySet = async (...set) => {
    if (isReading) await replies.drained();
    return attempt(...set);
  };
  return new Coalescer(implementation, trySet, emit, options);
}

function isolatedRunner(
  implementation: Implementation,
  setRunner: SetRunner,
  trySet: TrySet,
): IsolatedRunner {
  return {
    run: (calls) => runIsolated(calls, implementation, trySet),
    remembered: (call) => setRunner.remembered(call),
  };
}
