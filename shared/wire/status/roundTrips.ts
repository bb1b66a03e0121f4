const maxTrips = 10;
/** TCP sends a lost packet again after 200 ms. */
const lateMs = 100;

/** The latest round trips of a process to Redis: those of its status, about one a second. */
export class RoundTrips {
  readonly #milliseconds: number[] = [];

  add(ms: number): void {
    this.#milliseconds.push(ms);
    if (this.#milliseconds.length > maxTrips) this.#milliseconds.shift();
  }

  /** Milliseconds; undefined before the first one. */
  get medianMs(): number | undefined {
    const sorted = this.#milliseconds.toSorted((one, other) => one - other);
    return sorted[sorted.length >> 1];
  }

  /** Number of the last ten that took over 100 ms, as after a lost packet. */
  get late(): number {
    return this.#milliseconds.filter((ms) => ms > lateMs).length;
  }
}
