/** Milliseconds; answers are counted in windows of at least this length. */
const windowMs = 100;

/** Milliseconds without an answer after which it is an outage, not a slow set. */
const outageMs = 1_000;

/** Fewer calls in flight do not keep the workers busy: their rate says nothing about the rate that is possible. */
const busyCalls = 32;

/** How much a new window counts. */
const weight = 0.2;

/**
 * Estimates how long calls of one queue wait, from how many were answered while there was enough to do. An outage says
 * nothing: what waits then is answered soon after it, at the usual rate.
 */
export class WaitEstimate {
  /** Calls that are not answered yet. */
  inFlight = 0;
  /** Calls answered in a millisecond, while workers were busy; unknown at first. */
  #rate: number | undefined;
  readonly #now: () => number;
  #windowBegan: number;
  #lastAnswer: number;
  #min = 0;
  #answered = 0;

  /** `now` returns the time in milliseconds. */
  constructor(now = () => performance.now()) {
    this.#now = now;
    this.#windowBegan = this.#lastAnswer = now();
  }

  /** Milliseconds until so many calls would be answered; 0 for so few that the rate is still being learned. */
  msFor(calls: number): number {
    return this.#rate === undefined || calls <= 2 * busyCalls ? 0 : calls / this.#rate;
  }

  enter(): void {
    this.inFlight += 1;
  }

  leave(isAnswered: boolean): void {
    this.inFlight -= 1;
    this.#min = Math.min(this.#min, this.inFlight);
    if (isAnswered) this.#count(this.#now());
  }

  #count(now: number): void {
    const isOutage = now - this.#lastAnswer > outageMs;
    this.#lastAnswer = now;
    if (isOutage) this.#beginWindow(now);
    else if (now - this.#windowBegan >= windowMs) this.#endWindow(now);
    this.#answered += 1;
  }

  /** The answers of one set come at once: so a window begins with some and ends before the next ones. */
  #endWindow(now: number): void {
    if (this.#min >= busyCalls) this.#learn(this.#answered / (now - this.#windowBegan));
    this.#beginWindow(now);
  }

  #learn(rate: number): void {
    this.#rate = this.#rate === undefined ? rate : this.#rate + weight * (rate - this.#rate);
  }

  #beginWindow(now: number): void {
    this.#windowBegan = now;
    this.#min = this.inFlight;
    this.#answered = 0;
  }
}
