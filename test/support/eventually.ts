import { setTimeout as pause } from 'node:timers/promises';

const limitMs = 50_000;
const pollMs = 20;

/** Resolves once the condition holds. Unlike `until` it leaves the processor to the processes that are waited for. */
export async function eventually(condition: () => unknown): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`still not so after ${limitMs} ms: ${String(condition)}`);
    await pause(pollMs);
  }
}
