import { setTimeout as delay } from 'node:timers/promises';

const maxLookups = 128;

/** Bounds of a step, and the assumed time of a look-up before the first one. */
const minStepMs = 5;
const maxStepMs = 1_000;
const firstGuessMs = 3;

const withinStep = 0.95;

/**
 * Makes rejections take equally long with and without a look-up of the app, so that their time does not show which apps exist. A
 * rejection is sent at the end of a step, and a step is as long as most look-ups take. A rejection without a look-up waits as if it
 * had one of a recent length: look-ups that exceed a step are then as frequent in both cases. Costs a timer per rejection.
 */
export class RejectionDelay {
  readonly #lookupsMs: number[] = [];
  #next = 0;
  #stepMs = minStepMs;

  add(lookupMs: number): void {
    this.#lookupsMs[this.#next] = lookupMs;
    this.#next = (this.#next + 1) % maxLookups;
    const sorted = this.#lookupsMs.toSorted((a, b) => a - b);
    const max = sorted[Math.floor(sorted.length * withinStep)] ?? minStepMs;
    this.#stepMs = Math.min(maxStepMs, Math.max(minStepMs, Math.ceil(max)));
  }

  /** Resolves when a rejection that began at `startedAt` (`performance.now`) may be sent. */
  async wait(startedAt: number, hadLookup: boolean): Promise<void> {
    const elapsed = performance.now() - startedAt;
    const steps = Math.ceil((elapsed + (hadLookup ? 0 : this.#sample())) / this.#stepMs);
    // Rounds to whole milliseconds of the clock, not of the wait: timers round, and their rounding would show how long the wait
    // was.
    const due = Math.ceil(startedAt + Math.max(1, steps) * this.#stepMs);
    await delay(Math.ceil(due - performance.now()));
  }

  #sample(): number {
    return this.#lookupsMs[Math.floor(Math.random() * this.#lookupsMs.length)] ?? firstGuessMs;
  }
}
