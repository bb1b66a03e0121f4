const windowMs = 100;

/** Time without an answer that means an outage, not a slow set. */
const outageMs = 1_000;

/** Fewer calls in flight do not keep the workers busy, so their rate does not show the possible rate. */
const busyCalls = 32;

const weight = 0.2;

/**
 * Estimates how long calls of one queue wait, from the number of answers while the workers were busy. Outages are ignored:
 * calls that wait are answered soon after one, at the usual rate.
 */
export class WaitEstimate {
  inFlight = 0;
  /** Answered calls per millisecond while workers were busy; undefined at first. */
  #rate: number | undefined;
  readonly #now: () => number;
  #windowBegan: number;
  #lastAnswer: number;
  #min = 0;
  #answered = 0;
  #recoversUntil = Number.NEGATIVE_INFINITY;

  constructor(now = () => performance.now()) {
    this.#now = now;
    this.#windowBegan = this.#lastAnswer = now();
  }

  /** Milliseconds until this many calls would be answered; 0 for so few that the rate is still being learned. */
  msFor(calls: number): number {
    if (this.#rate === undefined || calls <= 2 * busyCalls || this.#isRecovering) return 0;
    return calls / this.#rate;
  }

  /**
   * Estimates nothing and learns nothing until few calls are in flight, or the time is over: the backlog of an outage is answered
   * by a worker that has just started, which is slower than usual.
   */
  recover(limitMs: number): void {
    this.#recoversUntil = this.#now() + limitMs;
  }

  get #isRecovering(): boolean {
    return this.#now() < this.#recoversUntil;
  }

  enter(): void {
    this.inFlight += 1;
  }

  leave(isAnswered: boolean): void {
    this.inFlight -= 1;
    this.#min = Math.min(this.#min, this.inFlight);
    if (this.inFlight <= 2 * busyCalls) this.#recoversUntil = Number.NEGATIVE_INFINITY;
    if (!isAnswered) return;
    const now = this.#now();
    const isOutage = now - this.#lastAnswer > outageMs;
    this.#lastAnswer = now;
    if (isOutage) this.#beginWindow(now);
    else if (now - this.#windowBegan >= windowMs) this.#endWindow(now);
    this.#answered += 1;
  }

  /** All answers of one set come at once, so a window begins with answers and ends before the next ones. */
  #endWindow(now: number): void {
    if (this.#min >= busyCalls && !this.#isRecovering) {
      const rate = this.#answered / (now - this.#windowBegan);
      this.#rate = this.#rate === undefined ? rate : this.#rate + weight * (rate - this.#rate);
    }
    this.#beginWindow(now);
  }

  #beginWindow(now: number): void {
    this.#windowBegan = now;
    this.#min = this.inFlight;
    this.#answered = 0;
  }
}
