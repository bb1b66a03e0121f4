/** Limits how many holders use a resource at once. Waiting ones get their permits in the order in which they asked. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(permits: number) {
    this.#free = permits;
  }

  get hasWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Resolves when there is a permit, which must be released. */
  acquire(): Promise<void> {
    if (this.#free === 0) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#free -= 1;
    return Promise.resolve();
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
