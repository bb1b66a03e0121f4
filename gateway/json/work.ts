import { setImmediate as nextRound } from 'node:timers/promises';

/** Work that can be interrupted at each `yield`. */
export type Work<T> = Generator<void, T, void>;

const sliceMs = 1;

/** Runs work in slices. However many works there are, one slice runs in each round of the event loop. */
export async function inSlices<T>(work: Work<T>): Promise<T> {
  for (;;) {
    const end = performance.now() + sliceMs;
    do {
      const { done, value } = work.next();
      if (done) return value;
    } while (performance.now() < end);
    await nextTurn();
  }
}

let lastTurn: Promise<void> = Promise.resolve();

/** Resolves in a later round of the event loop, each call in a different one. */
export function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextRound());
  return lastTurn;
}
