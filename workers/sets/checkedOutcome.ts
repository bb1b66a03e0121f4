import type { Call } from '../../shared/calls/call.ts';
import { internalError, type Reply } from '../../shared/calls/envelope.ts';
import type { Clock } from '../../shared/redis/clock.ts';
import { pause } from './pause.ts';

/**
 * What a call is answered that can't be run: an error of the database says nothing of what had been done before it, so
 * the inbox is asked, until it can be. `undefined` when that took longer than anybody waits.
 */
export async function checkedOutcome(
  call: Call,
  clock: Clock,
  remembered: (call: Call) => Promise<Reply | undefined>,
): Promise<Reply | undefined> {
  for (let attempts = 1; call.deadline > clock.now(); attempts += 1) {
    try {
      return (await remembered(call)) ?? internalError;
    } catch {
      await pause(attempts);
    }
  }
  return undefined;
}
