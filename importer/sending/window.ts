/** Batches in flight at first; `maxBatches` is the limit. */
export const firstBatches = 2;
export const maxBatches = 4;

/**
 * Limits the batches in flight, like a congestion window of TCP (RFC 5681): one more after each window of answered batches,
 * half as many when the service is overloaded or gives no answer.
 */
export class Window {
  #size = firstBatches;
  #inFlight = 0;
  #answeredSince = 0;
  readonly #waiting: (() => void)[] = [];

  get size(): number {
    return Math.floor(this.#size);
  }

  async enter(): Promise<void> {
    while (this.#inFlight >= this.size)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    this.#inFlight += 1;
  }

  /** Must be called when a batch that entered has ended. */
  leave(): void {
    this.#inFlight -= 1;
    this.#waiting.shift()?.();
  }

  answered(): void {
    this.#answeredSince += 1;
    if (this.#answeredSince < this.size) return;
    this.#answeredSince = 0;
    this.#size = Math.min(this.#size + 1, maxBatches);
    this.#waiting.shift()?.();
  }

  /** Must be called when the service was overloaded, or gave no answer. */
  refused(): void {
    this.#answeredSince = 0;
    this.#size = Math.max(this.#size / 2, 1);
  }
}
