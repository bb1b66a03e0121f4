const maxInFlight = 256;
const perSecond = 200;
const maxBurst = 1_000;

/** Token bucket for the look-ups that unknown senders cause. */
export class LookupBudget {
  #inFlight = 0;
  #tokens = maxBurst;
  #filledAt = performance.now();

  get isLeft(): boolean {
    this.#fill();
    return this.#tokens >= 1 && this.#inFlight < maxInFlight;
  }

  spend(lookup: Promise<unknown>): void {
    this.#fill();
    this.#tokens -= 1;
    this.#inFlight += 1;
    const end = () => {
      this.#inFlight -= 1;
    };
    lookup.then(end, end);
  }

  #fill(): void {
    const now = performance.now();
    this.#tokens = Math.min(maxBurst, this.#tokens + ((now - this.#filledAt) / 1_000) * perSecond);
    this.#filledAt = now;
  }
}
