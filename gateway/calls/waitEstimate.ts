/** Milliseconds; answers are counted in windows of this length. */
const windowMs = 100;

/** Fewer calls under way do not keep the workers busy, so what is answered then says nothing about what could be. */
const busyCalls = 32;

/** How much a new window counts. */
const weight = 0.2;

/** Estimates how long calls of one queue wait, from how many were answered while there was enough to do. */
export class WaitEstimate {
  /** Calls that are not answered yet. */
  underWay = 0;
  /** Calls answered in a millisecond, while workers were busy; unknown at first. */
  #rate: number | undefined;
  #windowBegan = performance.now();
  #fewest = 0;
  #answered = 0;

  /** Milliseconds until so many calls would be answered; 0 while nothing is known. */
  msFor(calls: number): number {
    return this.#rate === undefined ? 0 : calls / this.#rate;
  }

  enter(): void {
    this.underWay += 1;
  }

  leave(isAnswered: boolean): void {
    this.underWay -= 1;
    this.#fewest = Math.min(this.#fewest, this.underWay);
    if (isAnswered) this.#answered += 1;
    const passed = performance.now() - this.#windowBegan;
    if (passed >= windowMs) this.#endWindow(passed);
  }

  /** A window without an answer is an outage: what waits then is answered soon after it, at the usual rate. */
  #endWindow(passed: number): void {
    const rate = this.#answered / passed;
    if (this.#fewest >= busyCalls && passed < 2 * windowMs)
      this.#rate = this.#rate === undefined ? rate : this.#rate + weight * (rate - this.#rate);
    this.#windowBegan = performance.now();
    this.#fewest = this.underWay;
    this.#answered = 0;
  }
}
