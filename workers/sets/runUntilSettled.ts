import type { Call } from '../../shared/wire/call.ts';
import { independentSets } from './conflictFilter.ts';
import type { Implementation } from './implementation.ts';
import { pauseAfter } from './recovery.ts';
import { type LockedCalls, type RunSet, SetResult, type Settled } from './setResult.ts';

/**
 * Runs any calls of an operation until each has a reply or has expired. Conflicting calls run one after the other, postponed
 * reads run again, and locked calls run when their lock is free. Never rejects.
 */
export async function runUntilSettled(
  calls: readonly Call[],
  implementation: Implementation,
  runSet: RunSet,
): Promise<Settled> {
  const result = new SetResult();
  for (const set of independentSets(calls, implementation))
    for (let open: readonly Call[] = set; open.length > 0; ) {
      result.add(await runWithLocks(open, runSet));
      open = result.postponedCalls.splice(0);
    }
  return result;
}

/** Runs a set, and waits for each lock that some of its calls need. Never rejects. */
export async function runWithLocks(all: readonly Call[], runSet: RunSet): Promise<SetResult> {
  const result = await runSet(all);
  const { lockedCalls } = result;
  for (let attempt = 1; lockedCalls.size > 0; attempt += 1) {
    const [{ lock, calls: waiting }] = [...lockedCalls.values()] as [LockedCalls];
    lockedCalls.delete(lock.key);
    // Expensive calls run one by one.
    const calls = lock.kind === 'expensive' ? waiting.splice(0, 1) : waiting.splice(0);
    result.addLocked(lock, waiting);
    const next = await runSet(calls, lock);
    result.add(next);
    if (next.lockedCalls.size > 0) await pauseAfter(attempt);
  }
  return result;
}
