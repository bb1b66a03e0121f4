import { setImmediate as nextRound } from 'node:timers/promises';

/** Work that can be interrupted wherever it yields. */
export type Work<T> = Generator<void, T, void>;

/** Milliseconds of work after which other requests take their turn. */
const sliceMs = 1;

/** Works in slices. However many works there are, one slice runs in each round of the event loop. */
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

/** Lets others take their turn: resolves in a later round of the event loop, each time in another one. */
export function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextRound());
  return lastTurn;
}
