import type { Call } from '../../shared/call.ts';
import type { Clock } from '../../shared/clock.ts';
import { internalError, type Reply } from '../../shared/envelope.ts';
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
  for (let tries = 1; call.deadline > clock.now(); tries += 1) {
    try {
      return (await remembered(call)) ?? internalError;
    } catch {
      await pause(tries);
    }
  }
  return undefined;
}
