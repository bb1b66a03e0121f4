/** Batches under way at first, and at most. */
export const firstBatches = 2;
export const maxBatches = 4;

/**
 * How many batches are under way at once: one more after each window that was answered, half as many after the service
 * had too much (additive increase, multiplicative decrease, as in TCP: RFC 5681).
 */
export class Window {
  #size = firstBatches;
  #inFlight = 0;
  #answeredSince = 0;
  readonly #waiting: (() => void)[] = [];

  /** How many may be under way at present. */
  get size(): number {
    return Math.floor(this.#size);
  }

  /** Resolves when there is room for one more. */
  async enter(): Promise<void> {
    while (this.#inFlight >= this.size)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    this.#inFlight += 1;
  }

  /** A batch that was let in has ended; the next one may come. */
  leave(): void {
    this.#inFlight -= 1;
    this.#waiting.shift()?.();
  }

  /** A batch was answered. */
  answered(): void {
    this.#answeredSince += 1;
    if (this.#answeredSince < this.size) return;
    this.#answeredSince = 0;
    this.#size = Math.min(this.#size + 1, maxBatches);
    this.#waiting.shift()?.();
  }

  /** The service had too much to do, or was not there. */
  refused(): void {
    this.#answeredSince = 0;
    this.#size = Math.max(this.#size / 2, 1);
  }
}
