import type { Call } from '../../shared/wire/call.ts';
import type { Reply } from '../../shared/wire/envelope.ts';
import { Attempt } from '../../workers/sets/setResult.ts';

/** Resolves to a reply for each call in its place, `'expired'` or, for a read that the set has no room for, `'postponed'`. */
export type RunSet = (calls: readonly Call[]) => Promise<readonly (Reply | 'expired' | 'postponed')[]>;

/** A set that no lock holds up. */
export function settling(runSet: RunSet): (calls: readonly Call[]) => Promise<Attempt> {
  return async (calls) => {
    const attempt = new Attempt();
    const results = await runSet(calls);
    for (const [index, call] of calls.entries()) {
      const result = results[index] ?? 'expired';
      if (result === 'expired') attempt.expired.push(call);
      else if (result === 'postponed') attempt.postponed.push(call);
      else attempt.replies.set(call, result);
    }
    return attempt;
  };
}
