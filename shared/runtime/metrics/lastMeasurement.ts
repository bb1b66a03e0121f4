/** Keeps a measurement for a limited time: if the next ones fail, it must not look like the present. */
export class LastMeasurement<Value> {
  readonly #maxAgeMs: number;
  #value: Value | undefined;
  #measuredAt = 0;

  constructor(maxAgeMs: number) {
    this.#maxAgeMs = maxAgeMs;
  }

  set(value: Value): void {
    this.#value = value;
    this.#measuredAt = performance.now();
  }

  /** Undefined before the first measurement, and once the last one is too old. */
  get value(): Value | undefined {
    return performance.now() - this.#measuredAt < this.#maxAgeMs ? this.#value : undefined;
  }
}
