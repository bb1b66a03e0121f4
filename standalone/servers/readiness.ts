import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

const readyLimitMs = 30_000;
const retryMs = 20;

/**
 * Resolves as soon as the probe does. Throws what happened to the server, in words that follow its name, when
 * it ends instead, when it takes more than 30 seconds, and when the signal cuts the waiting short.
 */
export async function untilReady(
  probe: () => Promise<void>,
  ended: Promise<string>,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  try {
    await Promise.race([
      retried(probe, over.signal),
      ended.then((reason) => Promise.reject(new Error(reason))),
      once(signal, 'abort', { signal: over.signal }).then(() => signal.throwIfAborted()),
      timeLimit(over.signal),
    ]);
  } finally {
    over.abort();
  }
}

async function retried(probe: () => Promise<void>, over: AbortSignal): Promise<void> {
  while (!over.aborted && !(await succeeds(probe))) await wait(retryMs);
}

function succeeds(probe: () => Promise<void>): Promise<boolean> {
  return probe().then(
    () => true,
    () => false,
  );
}

async function timeLimit(over: AbortSignal): Promise<never> {
  await wait(readyLimitMs, undefined, { signal: over });
  throw new Error(`did not answer in ${readyLimitMs / 1000} seconds`);
}
