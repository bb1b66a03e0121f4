import type { SeenStatus } from '../readStatuses.ts';

/** What to know of processes that do not report; their queues may have other workers, so none of it is a limit. */
export function silentWarnings(statuses: readonly SeenStatus[]): readonly string[] {
  return statuses
    .filter(({ isSilent }) => isSilent)
    .map(
      ({ title, pid, host, ageMs }) =>
        `${title} (PID ${pid} on ${host}) has not reported for ${Math.round(ageMs / 1_000)} s: it is frozen, was killed, or can't write to Redis. Look there: ps -o stat,args -p ${pid}`,
    );
}
