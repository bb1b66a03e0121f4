/** Measures the time in which at least one set ran. */
export class BusyTime {
  #running = 0;
  #since = 0;
  #endedMs = 0;

  begin(): void {
    if (this.#running === 0) this.#since = performance.now();
    this.#running += 1;
  }

  end(): void {
    this.#running -= 1;
    if (this.#running === 0) this.#endedMs += performance.now() - this.#since;
  }

  get ms(): number {
    return this.#endedMs + (this.#running > 0 ? performance.now() - this.#since : 0);
  }
}
