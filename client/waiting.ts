import type { AbortSignalLike } from './options.ts';

export type WaitEnd = 'done' | 'aborted' | 'late';

/**
 * Waits until `begin` calls its `done`, the signal aborts, or `maxWaitMs` is over. `begin` returns the function that
 * cancels it.
 */
export function waiting(
  begin: (done: () => void) => () => void,
  signal: AbortSignalLike | undefined,
  maxWaitMs: number,
): Promise<WaitEnd> {
  if (signal?.aborted) return Promise.resolve('aborted');
  return new Promise((resolve) => {
    const end = (how: WaitEnd) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      cancel();
      resolve(how);
    };
    const abort = () => end('aborted');
    const timer = Number.isFinite(maxWaitMs) ? setTimeout(() => end('late'), maxWaitMs) : undefined;
    signal?.addEventListener('abort', abort);
    const cancel = begin(() => end('done'));
  });
}

export function pause(pauseMs: number, signal: AbortSignalLike | undefined): Promise<WaitEnd> {
  return waiting(
    (done) => {
      const timer = setTimeout(done, pauseMs);
      return () => clearTimeout(timer);
    },
    signal,
    Infinity,
  );
}
