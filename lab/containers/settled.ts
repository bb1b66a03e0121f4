import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 200;

/** Resolves once the condition holds; containers on a busy machine may take a minute for what takes others seconds. */
export async function settled(condition: () => Promise<boolean>, limitMs = 180_000): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`still not so after ${limitMs} ms: ${String(condition)}`);
    await delay(pollMs);
  }
}
