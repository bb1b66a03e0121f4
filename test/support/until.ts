import { setTimeout as delay } from 'node:timers/promises';

const maxPauseMs = 20;

/**
 * Resolves once the condition holds; rejects after 50 seconds, or another time. The condition is asked often at first, then less: the
 * processes that the test waits for need the processor.
 */
export async function until(condition: () => unknown, limitMs = 50_000): Promise<void> {
  const startedAt = performance.now();
  while (!(await condition())) {
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > limitMs) throw new Error(`still not so after ${limitMs} ms: ${String(condition)}`);
    await delay(Math.min(maxPauseMs, waitedMs / 20));
  }
}
