import { type Resource, resourceOf } from '../../shared/contract/operations/operation.ts';
import type { Emit } from '../../shared/runtime/process/log.ts';
import type { Clock } from '../../shared/runtime/redis/clock.ts';
import type { QueueId } from '../../shared/wire/queues.ts';
import { implementations } from '../operations/implementations.ts';
import { BusyTime } from '../sets/busyTime.ts';
import { Coalescer } from '../sets/coalescer.ts';
import { runUntilSettled } from '../sets/runUntilSettled.ts';
import { Semaphore } from '../sets/semaphore.ts';
import type { RunSet } from '../sets/setResult.ts';
import { SetRunner, type SetRunnerDependencies } from '../sets/setRunner.ts';
import type { SetTraces } from '../traces/setTraces.ts';
import { JobProcessor } from './jobProcessor.ts';
import type { IsolatedRunner, PoisonIsolation } from './poisonIsolation.ts';
import type { ReplySender } from './replySender.ts';

/**
 * The share of a lane's connections for sets that wait for locks. Expensive calls get the same share of their own. The other
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
  database: SetRunnerDependencies['database'],
  dependencies: LaneDependencies,
): ServedLane {
  const { clock, replies, poisonIsolation, publishChanges, emit, traces, namesCalls } = dependencies;
  const served = new Map<Resource, ServedQueue>(
    queues.map((queue) => [queue.resource, { ...queue, coalescers: [], busyTime: new BusyTime() }]),
  );
  const waiterConnections = Math.max(1, Math.floor(database.client.pool.max * waiterShare));
  const lockConnections = new Semaphore(waiterConnections);
  const expensiveConnections = new Semaphore(waiterConnections);
  const runners = new Map<string, IsolatedRunner>();
  const coalescers = new Map<string, Coalescer>();
  for (const implementation of Object.values(implementations)) {
    const { name, kind } = implementation.contract;
    const queue = served.get(resourceOf(implementation.contract.name));
    if (!queue) continue;
    const { lane, busyTime } = queue;
    const setRunner = new SetRunner(implementation, { database, clock, emit, namesCalls, publishChanges });
    // Bound, not called by a closure: each set would enter one more function.
    const untraced: RunSet = setRunner.run.bind(setRunner);
    const runSet = traces?.around(untraced, queue, name) ?? untraced;
    const coalescer = new Coalescer(
      implementation,
      kind === 'reads' ? afterReplies(replies, runSet) : runSet,
      emit,
      { lane, lockConnections, expensiveConnections, clock, busyTime, namesCalls },
    );
    runners.set(name, {
      run: (calls) => runUntilSettled(calls, implementation, runSet),
      storedReply: (call) => setRunner.storedReply(call),
    });
    coalescers.set(name, coalescer);
    queue.coalescers.push(coalescer);
  }
  const jobs = new JobProcessor({ coalescers, runners, poisonIsolation, replies, emit });
  return { jobs, queues: [...served.values()] };
}

/** Makes reads wait while Redis has not accepted the answers of earlier reads. */
function afterReplies(replies: ReplySender, runSet: RunSet): RunSet {
  return async (...set) => {
    await replies.drained();
    return runSet(...set);
  };
}
