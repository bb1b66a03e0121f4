import type { AbortSignalLike } from './clientOptions.ts';

/** Limits the requests in flight. Others wait in order; repeats come before new calls, since their deadline runs. */
export class Connections {
  #free: number;
  readonly #repeats = new Set<() => void>();
  readonly #calls = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves to `done` when the request may be sent: the caller must then call `release`. */
  take(isRepeat: boolean, signal: AbortSignalLike | undefined, maxWaitMs: number): Promise<WaitEnd> | 'done' {
    if (this.#free > 0) {
      this.#free -= 1;
      return 'done';
    }
    const queue = isRepeat ? this.#repeats : this.#calls;
    return waiting(
      (done) => {
        queue.add(done);
        return () => queue.delete(done);
      },
      signal,
      maxWaitMs,
    );
  }

  release(): void {
    for (const queue of [this.#repeats, this.#calls])
      for (const next of queue) {
        // `next` removes itself from the queue, and has the connection from now on.
        next();
        return;
      }
    this.#free += 1;
  }
}

export type WaitEnd = 'done' | 'aborted' | 'late';

/**
 * Waits until `begin` calls its `done`, the signal aborts, or `maxWaitMs` is over. `begin` returns the function that
 * cancels it.
 */
function waiting(
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
