/** Mean interval between samples, in milliseconds. */
export const sampleMs = 1_000;

/** Intervals in the window of most numbers. */
const defaultIntervals = 10;

interface Sample {
  readonly at: number;
  readonly values: readonly number[];
}

/** Growth of counters during the last ten seconds, or other intervals, from a ring of samples. */
export class SlidingWindow {
  readonly #intervals: number;
  readonly #samples: Sample[] = [];

  constructor(intervals = defaultIntervals) {
    this.#intervals = intervals;
  }

  /** `at` is in milliseconds of the monotonic clock. Each sample must have the same counters. */
  add(values: readonly number[], at = performance.now()): void {
    this.#samples.push({ at, values: [...values] });
    if (this.#samples.length > this.#intervals + 1) this.#samples.shift();
  }

  /** Length of the window in milliseconds; 0 before the second sample. */
  get ms(): number {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    return first && last ? last.at - first.at : 0;
  }

  get growth(): readonly number[] {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    return last?.values.map((value, index) => value - (first?.values[index] ?? 0)) ?? [];
  }

  /** Growth from the oldest sample to these values. */
  growthUntil(values: readonly number[]): readonly number[] {
    const first = this.#samples[0]?.values;
    return values.map((value, index) => value - (first?.[index] ?? 0));
  }

  /** Growth per second; 0 before the second sample. */
  get rates(): readonly number[] {
    const { ms } = this;
    return this.growth.map((growth) => (ms > 0 ? (growth * 1_000) / ms : 0));
  }

  /** Mean of each value over the samples, for values that also fall. */
  get means(): readonly number[] {
    const [first] = this.#samples;
    return (
      first?.values.map(
        (_, index) =>
          this.#samples.reduce((sum, { values }) => sum + (values[index] ?? 0), 0) / this.#samples.length,
      ) ?? []
    );
  }
}
