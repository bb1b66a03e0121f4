import type { OperationName } from '../../shared/contract/operations/allOperations.ts';
import { type Emit, ignoreEvents } from '../../shared/runtime/process/log.ts';
import type { Clock } from '../../shared/runtime/redis/clock.ts';
import type { Call } from '../../shared/wire/call.ts';
import type { Reply } from '../../shared/wire/envelope.ts';
import type { Database } from '../../workers/database/database.ts';
import { implementations } from '../../workers/operations/implementations.ts';
import { runWithLocks } from '../../workers/sets/runUntilSettled.ts';
import { SetRunner } from '../../workers/sets/setRunner.ts';
import { database } from './servers.ts';

/** Runs sets of an operation on the real database, as a worker does. */
export function setRunner(
  method: OperationName,
  on: Database = database(),
  emit: Emit = ignoreEvents,
  clock: Clock = Date,
) {
  const runner = new SetRunner(implementations[method], { database: on, clock, emit });
  return {
    /** The replies in the places of their calls: `undefined` for calls that expired or were postponed. Waits for locks. */
    run: async (calls: readonly Call[]): Promise<readonly (Reply | undefined)[]> => {
      const { replies } = await runWithLocks(calls, (set, awaited) => runner.run(set, awaited));
      return calls.map((call) => replies.get(call));
    },
  };
}
