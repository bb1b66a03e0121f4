import { setImmediate } from 'node:timers/promises';

const limitMs = 20_000;

/** Resolves as soon as the condition holds; it is asked again and again, without a pause. */
export async function until(condition: () => unknown): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`not so within ${limitMs} ms: ${condition.toString()}`);
    await setImmediate();
  }
}
