import type { MadeCall } from './clients.ts';
import type { Schedule } from './schedule.ts';
import type { World } from './world.ts';

/** Calls of another account are behind at most so many sets of a flood: those in flight when they came, and their own. */
const maxSets = 4;

/**
 * Without faults, a flood of one account does not delay the others: when a create of another account is committed, few sets of the
 * flood were committed since it was made.
 */
export function fairnessProblems(
  { flood, faults, calls: planned }: Schedule,
  { database: { commits } }: World,
  calls: readonly MadeCall[],
): readonly string[] {
  if (flood === 0 || faults.length > 0 || planned.some(({ poison }) => poison !== 'none')) return [];
  const others = calls.filter(
    ({ isFlood, plan }) => !isFlood && plan.account === 2 && plan.kind === 'create',
  );
  return others.flatMap(({ label, madeAtMs, answeredAtMs = 0 }) => {
    const sets = commits.filter(({ atMs }) => atMs > madeAtMs && atMs < answeredAtMs).length;
    return sets > maxSets * 4 ? [`${label} waited for ${sets} sets`] : [];
  });
}
