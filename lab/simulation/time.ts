import { syncBuiltinESMExports } from 'node:module';
import FakeTimers from '@sinonjs/fake-timers';
import { drawing } from '../../test/support/random.ts';

/** The start of every schedule, in milliseconds since 1970. */
const beginsAt = Date.UTC(2026, 0, 1);

const realRandom = Math.random;
const realImmediate = setImmediate;

/**
 * The time of a schedule. Timers, `Date`, `performance` and `Math.random` of the whole process are replaced, so that the modules of
 * the product need not know of it.
 */
export class SimulatedTime {
  readonly #clock = FakeTimers.install({
    now: beginsAt,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    loopLimit: 1_000_000,
  });

  constructor() {
    // Updates names that were imported from `node:timers/promises`.
    syncBuiltinESMExports();
  }

  /** Begins again, with the random numbers of a seed. */
  begin(seed: number): void {
    this.#clock.reset();
    const { below } = drawing(seed);
    Math.random = () => below(2 ** 30) / 2 ** 30;
  }

  /** Milliseconds since the schedule began. */
  get ms(): number {
    return Date.now() - beginsAt;
  }

  get timers(): number {
    return this.#clock.countTimers();
  }

  /** The functions that the remaining timers would call. */
  get leftTimers(): readonly string[] {
    const timers = Object.values(this.#clock.timers ?? {}) as readonly { readonly func: () => void }[];
    return timers.map(({ func }) => func.toString().replaceAll(/\s+/g, ' ').slice(0, 100));
  }

  /** Runs timers one after the other, with all that follows from each, until a time or until none is left. */
  async runUntil(ms: number): Promise<void> {
    for (;;) {
      // A real turn of the event loop: it begins when every promise that can go on has done so.
      await new Promise((resolve) => realImmediate(resolve));
      if (this.timers === 0 || this.ms >= ms) return;
      this.#clock.next();
    }
  }

  /** Gives the process its own time back. */
  end(): void {
    this.#clock.uninstall();
    syncBuiltinESMExports();
    Math.random = realRandom;
  }
}
