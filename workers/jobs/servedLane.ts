import { type Resource, resourceOf } from '../../shared/contract/operations/operation.ts';
import type { Emit } from '../../shared/runtime/process/log.ts';
import type { Clock } from '../../shared/runtime/redis/clock.ts';
import type { QueueId } from '../../shared/wire/queues.ts';
import { poolState } from '../database/pool.ts';
import { implementations } from '../operations/implementations.ts';
import { BusyTime } from '../sets/busyTime.ts';
import { Coalescer } from '../sets/coalescer.ts';
import type { Implementation } from '../sets/implementation.ts';
import { runUntilSettled } from '../sets/runUntilSettled.ts';
import { Semaphore } from '../sets/semaphore.ts';
import type { RunSet } from '../sets/setResult.ts';
import { SetRunner, type SetRunnerDependencies } from '../sets/setRunner.ts';
import type { SetTraces } from '../traces/setTraces.ts';
import { JobProcessor } from './jobProcessor.ts';
import type { IsolatedRunner, PoisonIsolation } from './poisonIsolation.ts';
import type { ReplySender } from './replySender.ts';

/**
 * Share of a lane's connections for sets that wait for locks. Expensive calls get the same share of their own. The other
 * calls never wait for them.
 */
const waiterShare = 0.25;

interface LaneDependencies {
  readonly clock: Clock;
  readonly replies: ReplySender;
  readonly poisonIsolation: PoisonIsolation;
  readonly publishChanges: (accounts: readonly number[]) => void;
  readonly emit: Emit;
  readonly traces?: SetTraces | undefined;
  readonly namesCalls: boolean;
}

interface OperationDependencies extends LaneDependencies {
  readonly database: SetRunnerDependencies['database'];
  readonly lockConnections: Semaphore;
  readonly expensiveConnections: Semaphore;
}

export interface ServedQueue extends QueueId {
  readonly coalescers: Coalescer[];
  readonly busyTime: BusyTime;
}

/** Queues of one lane, on a pool of their own. Each operation has a coalescer. */
export interface ServedLane {
  readonly jobs: JobProcessor;
  readonly queues: readonly ServedQueue[];
}

/** Starts serving some queues of one lane, with all operations of their resources. */
export function serveLane(
  queues: readonly QueueId[],
  database: SetRunnerDependencies['database'],
  dependencies: LaneDependencies,
): ServedLane {
  const served = new Map<Resource, ServedQueue>(
    queues.map((queue) => [queue.resource, { ...queue, coalescers: [], busyTime: new BusyTime() }]),
  );
  const waiterConnections = Math.max(1, Math.floor(poolState(database).max * waiterShare));
  const connections = {
    database,
    lockConnections: new Semaphore(waiterConnections),
    expensiveConnections: new Semaphore(waiterConnections),
  };
  const runners = new Map<string, IsolatedRunner>();
  const coalescers = new Map<string, Coalescer>();
  for (const implementation of Object.values(implementations)) {
    const { name } = implementation.contract;
    const queue = served.get(resourceOf(name));
    if (!queue) continue;
    const { coalescer, runner } = serveOperation(implementation, queue, { ...connections, ...dependencies });
    queue.coalescers.push(coalescer);
    coalescers.set(name, coalescer);
    runners.set(name, runner);
  }
  const { poisonIsolation, replies, emit } = dependencies;
  const jobs = new JobProcessor({ coalescers, runners, poisonIsolation, replies, emit });
  return { jobs, queues: [...served.values()] };
}

/** Makes the two runners of an operation: the coalescer makes sets of its calls, and the runner runs those that were isolated. */
function serveOperation(
  implementation: Implementation,
  { lane, busyTime, resource }: ServedQueue,
  dependencies: OperationDependencies,
): { readonly coalescer: Coalescer; readonly runner: IsolatedRunner } {
  const { replies, traces, emit } = dependencies;
  const { name, kind } = implementation.contract;
  const setRunner = new SetRunner(implementation, dependencies);
  // Bound, not called by a closure: each set would enter one more function.
  const untraced: RunSet = setRunner.run.bind(setRunner);
  const runSet = traces?.around(untraced, { lane, resource }, name) ?? untraced;
  const runCoalesced = kind === 'reads' ? afterReplies(replies, runSet) : runSet;
  return {
    coalescer: new Coalescer(implementation, runCoalesced, emit, { ...dependencies, lane, busyTime }),
    runner: {
      run: (calls) => runUntilSettled(calls, implementation, runSet),
      storedReply: (call) => setRunner.storedReply(call),
    },
  };
}

/** Makes reads wait while Redis has not accepted the answers of earlier reads. */
function afterReplies(replies: ReplySender, runSet: RunSet): RunSet {
  return async (...set) => {
    await replies.drained();
    return runSet(...set);
  };
}
