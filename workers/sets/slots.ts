/** So many may work at once; the others wait in line. */
export class Slots {
  #free: number;
  readonly #line: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Whether others wait. */
  get isCrowded(): boolean {
    return this.#line.length > 0;
  }

  /** Resolves when there is a slot, which has to be left again. */
  enter(): Promise<void> {
    if (this.#free === 0) return new Promise((resolve) => this.#line.push(resolve));
    this.#free -= 1;
    return Promise.resolve();
  }

  leave(): void {
    const next = this.#line.shift();
    if (next) next();
    else this.#free += 1;
  }
}
