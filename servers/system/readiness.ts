import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

const retryMs = 20;

/**
 * Resolves as soon as the process serves. If it ends or takes longer than the limit, throws the reason in words that follow its
 * name. Throws when the signal aborts.
 */
export async function untilReady(
  serves: (over: AbortSignal) => Promise<void>,
  ended: Promise<string>,
  signal: AbortSignal,
  limitMs: number,
): Promise<void> {
  const over = new AbortController();
  try {
    await Promise.race([
      serves(over.signal),
      ended.then((reason) => Promise.reject(new Error(reason))),
      once(signal, 'abort', { signal: over.signal }).then(() => signal.throwIfAborted()),
      timeLimit(limitMs, over.signal),
    ]);
  } finally {
    over.abort();
  }
}

export async function retried(probe: () => Promise<void>, over: AbortSignal): Promise<void> {
  while (!over.aborted && !(await succeeds(probe))) await delay(retryMs);
}

function succeeds(probe: () => Promise<void>): Promise<boolean> {
  return probe().then(
    () => true,
    () => false,
  );
}

async function timeLimit(limitMs: number, over: AbortSignal): Promise<never> {
  await delay(limitMs, undefined, { signal: over });
  throw new Error(`was not ready within ${limitMs / 1_000} seconds`);
}
