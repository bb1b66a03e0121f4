import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs } from '../../shared/runtime/process/backoff.ts';
import type { Call } from '../../shared/wire/call.ts';
import { isSlowLock } from '../stores/locks.ts';
import { Attempt, type TrySet } from './attempt.ts';
import { independentSets } from './conflicts.ts';
import type { Implementation } from './implementation.ts';
import { retryBackoff } from './setRunner.ts';

/**
 * Runs any calls of an operation until each has a reply or has expired. Conflicting calls run one after the other, postponed
 * reads run again, and locked calls run when their lock is free. Never rejects.
 */
export async function runIsolated(
  calls: readonly Call[],
  implementation: Implementation,
  trySet: TrySet,
): Promise<Pick<Attempt, 'replies' | 'expired' | 'startedAt'>> {
  const result = new Attempt();
  for (const set of independentSets(calls, implementation))
    for (let open: readonly Call[] = set; open.length > 0; ) {
      const settled = await runWithLocks(open, trySet);
      result.add(settled);
      open = result.postponed.splice(0);
    }
  return result;
}

/** Runs a set, and waits for each lock that some of its calls need. Never rejects. */
export async function runWithLocks(all: readonly Call[], trySet: TrySet): Promise<Attempt> {
  const result = await trySet(all);
  const { locked } = result;
  for (let tries = 1; locked.size > 0; tries += 1) {
    const [lock, waiting] = locked.entries().next().value as [string, Call[]];
    locked.delete(lock);
    // Slow calls run one by one.
    const calls = isSlowLock(lock) ? waiting.splice(0, 1) : waiting.splice(0);
    for (const call of waiting) result.lock(lock, [call]);
    const next = await trySet(calls, lock);
    result.add(next);
    if (next.locked.size > 0) await delay(backoffMs(tries, retryBackoff));
  }
  return result;
}
