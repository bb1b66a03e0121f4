import { sum } from '../../contract/values/arithmetic.ts';
/** Mean interval between samples, in milliseconds. */
export const sampleMs = 1_000;

/** Intervals in the window of most numbers. */
const defaultIntervals = 10;

/** Numbers by name, or the buckets of a histogram. */
type Numbers = Readonly<Record<string, number>> | readonly number[];

interface Sample<Values> {
  readonly at: number;
  readonly values: Values;
}

/** Growth of counters during the last ten seconds, or other intervals, from a ring of samples. */
export class SlidingWindow<Values extends Numbers> {
  readonly #zero: Values;
  readonly #intervals: number;
  readonly #samples: Sample<Values>[] = [];

  /** `zero` has the names of all counters. */
  constructor(zero: Values, intervals = defaultIntervals) {
    this.#zero = zero;
    this.#intervals = intervals;
  }

  /** `at` is in milliseconds of the monotonic clock. The values are copied. */
  add(values: Values, at = performance.now()): void {
    this.#samples.push({ at, values: this.#each((name) => valueOf(values, name)) });
    if (this.#samples.length > this.#intervals + 1) this.#samples.shift();
  }

  /** Length of the window in milliseconds; 0 before the second sample. */
  get ms(): number {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    return first && last ? last.at - first.at : 0;
  }

  get growth(): Values {
    return this.growthUntil(this.#samples.at(-1)?.values ?? this.#zero);
  }

  /** Growth from the oldest sample to these values. */
  growthUntil(values: Values): Values {
    const first = this.#samples[0]?.values ?? this.#zero;
    return this.#each((name) => valueOf(values, name) - valueOf(first, name));
  }

  /** Growth per second; 0 before the second sample. */
  get rates(): Values {
    const { ms, growth } = this;
    return this.#each((name) => (ms > 0 ? (valueOf(growth, name) * 1_000) / ms : 0));
  }

  /** Mean of each value over the samples, for values that also fall. */
  get means(): Values {
    const samples = this.#samples;
    return this.#each(
      (name) => sum(samples.map(({ values }) => valueOf(values, name))) / Math.max(samples.length, 1),
    );
  }

  #each(numberOf: (name: string) => number): Values {
    const entries = Object.keys(this.#zero).map((name) => [name, numberOf(name)] as const);
    const made = Array.isArray(this.#zero) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
    return made as unknown as Values;
  }
}

function valueOf(values: Numbers, name: string): number {
  return (values as Readonly<Record<string, number>>)[name] ?? 0;
}
