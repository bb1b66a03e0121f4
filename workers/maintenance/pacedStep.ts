import { setTimeout as pause } from 'node:timers/promises';

/** Pauses after a step for as long as it took, so that the database is free for others half of the time. */
export async function pacedStep(step: () => Promise<number>, stop: AbortSignal): Promise<number> {
  const startedAt = performance.now();
  const removed = await step();
  await pause(performance.now() - startedAt, undefined, { signal: stop }).catch(() => {});
  return removed;
}
