import { Attempt } from '../../workers/sets/attempt.ts';
import type { RunSet, TrySet } from '../../workers/sets/coalescer.ts';

/** A set that no lock holds up. */
export function settling(runSet: RunSet): TrySet {
  return async (calls) => {
    const attempt = new Attempt();
    for (const [at, reply] of (await runSet(calls)).entries())
      if (calls[at]) attempt.settle(calls[at], reply);
    return attempt;
  };
}
