import { setTimeout as pause } from 'node:timers/promises';

/** Runs a step, and pauses for as long as it took: half of the time, the database is free for others. */
export async function pacedStep(step: () => Promise<number>, stop: AbortSignal): Promise<number> {
  const startedAt = performance.now();
  const removed = await step();
  await pause(performance.now() - startedAt, undefined, { signal: stop }).catch(() => {});
  return removed;
}
