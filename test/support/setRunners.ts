import type { OperationName } from '../../shared/contract/operations/allOperations.ts';
import { type Emit, ignoreEvents } from '../../shared/runtime/process/log.ts';
import type { Clock } from '../../shared/runtime/redis/clock.ts';
import type { Call } from '../../shared/wire/call.ts';
import type { Reply } from '../../shared/wire/envelope.ts';
import type { Lane } from '../../shared/wire/queues.ts';
import type { Database } from '../../workers/database/database.ts';
import { implementations } from '../../workers/operations/implementations.ts';
import { BusyTime } from '../../workers/sets/busyTime.ts';
import type { CoalescerOptions } from '../../workers/sets/coalescer.ts';
import { runWithLocks } from '../../workers/sets/runUntilSettled.ts';
import { Semaphore } from '../../workers/sets/semaphore.ts';
import { SetRunner } from '../../workers/sets/setRunner.ts';
import { database } from './servers.ts';

/** Dependencies of a set runner that reports nothing. */
export const quietRunner = { clock: Date, emit: ignoreEvents, namesCalls: false, publishChanges: () => {} };

/** Options of a coalescer that shares nothing with others. */
export function coalescerOptions(lane: Lane = 'interactive'): CoalescerOptions {
  return {
    lane,
    lockConnections: new Semaphore(1),
    expensiveConnections: new Semaphore(1),
    clock: Date,
    busyTime: new BusyTime(),
    namesCalls: false,
  };
}

/** Runs sets of an operation on the real database, as a worker does. */
export function setRunner(
  method: OperationName,
  on: Database = database(),
  emit: Emit = ignoreEvents,
  clock: Clock = Date,
) {
  const runner = new SetRunner(implementations[method], { ...quietRunner, database: on, clock, emit });
  return {
    /** The replies in the places of their calls: `undefined` for calls that expired or were postponed. Waits for locks. */
    run: async (calls: readonly Call[]): Promise<readonly (Reply | undefined)[]> => {
      const { replies } = await runWithLocks(calls, (set, awaited) => runner.run(set, awaited));
      return calls.map((call) => replies.get(call));
    },
  };
}
