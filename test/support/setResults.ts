import type { Call } from '../../shared/wire/call.ts';
import type { Reply } from '../../shared/wire/envelope.ts';
import { SetResult } from '../../workers/sets/setResult.ts';

/** Resolves to a reply for each call in its place, `'expired'` or, for a read that the set has no room for, `'postponed'`. */
export type AnswerSet = (calls: readonly Call[]) => Promise<readonly (Reply | 'expired' | 'postponed')[]>;

/** A set that no lock holds up. */
export function settling(runSet: AnswerSet): (calls: readonly Call[]) => Promise<SetResult> {
  return async (calls) => {
    const setResult = new SetResult();
    const results = await runSet(calls);
    for (const [index, call] of calls.entries()) {
      const result = results[index] ?? 'expired';
      if (result === 'expired') setResult.expiredCalls.push(call);
      else if (result === 'postponed') setResult.postponedCalls.push(call);
      else setResult.replies.set(call, result);
    }
    return setResult;
  };
}
