import { setTimeout as delay } from 'node:timers/promises';

/** How many of the last look-ups are remembered. */
const remembered = 128;

/** Milliseconds: the shortest and the longest step, and the assumed time of a look-up before the first one. */
const minStepMs = 5;
const maxStepMs = 1_000;
const firstGuessMs = 3;

/** The share of look-ups that are over within one step. */
const withinStep = 0.95;

/**
 * Makes refusals take equally long with and without a look-up of the app, so that their time does not show which apps exist.
 * A refusal leaves at the end of a step after it began, and a step is as long as most look-ups take. A refusal without a
 * look-up waits as if it had one, of the length of a recent one: look-ups that take longer than a step are then as frequent
 * in both. It costs a timer for each refusal.
 */
export class RefusalDelay {
  readonly #lookupsMs: number[] = [];
  #next = 0;
  #stepMs = minStepMs;

  /** Remembers how long a look-up took, in milliseconds. */
  add(lookupMs: number): void {
    this.#lookupsMs[this.#next] = lookupMs;
    this.#next = (this.#next + 1) % remembered;
    const sorted = this.#lookupsMs.toSorted((a, b) => a - b);
    const max = sorted[Math.floor(sorted.length * withinStep)] ?? minStepMs;
    this.#stepMs = Math.min(maxStepMs, Math.max(minStepMs, Math.ceil(max)));
  }

  /** Resolves when a refusal that began at `startedAt` (`performance.now`) may leave. */
  async wait(startedAt: number, hadLookup: boolean): Promise<void> {
    const elapsed = performance.now() - startedAt;
    const steps = Math.ceil((elapsed + (hadLookup ? 0 : this.#sample())) / this.#stepMs);
    // Whole milliseconds of the clock, not of the wait: timers round, and the rounding would show how long the wait was.
    const due = Math.ceil(startedAt + Math.max(1, steps) * this.#stepMs);
    await delay(Math.ceil(due - performance.now()));
  }

  #sample(): number {
    return this.#lookupsMs[Math.floor(Math.random() * this.#lookupsMs.length)] ?? firstGuessMs;
  }
}
