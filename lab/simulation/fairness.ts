import type { MadeCall } from './clients.ts';
import { type Schedule, workers } from './schedule.ts';
import type { World } from './world.ts';

/** Sets that a worker may run before that of a call which it has got: the one in flight, and one that was formed meanwhile. */
const maxSets = 2;

/** A flood of one account does not delay the others: at a worker, a call waits for a set or two, not for all calls before it. */
export function fairnessProblems(
  { flood }: Schedule,
  { database: { commits }, deliveredAt }: World,
  calls: readonly MadeCall[],
): readonly string[] {
  if (flood === 0) return [];
  const others = calls.filter(({ isFlood }) => !isFlood);
  return others.flatMap(({ id, label }) => {
    const deliveredMs = deliveredAt.get(id) ?? 0;
    const own = commits.findIndex(({ writes }) =>
      [...writes.values()].some((row) => row?.article_title === label),
    );
    const sets = commits.slice(0, own).filter(({ atMs }) => atMs > deliveredMs).length;
    return sets > maxSets * workers ? [`${label} waited for ${sets} sets at its worker`] : [];
  });
}
