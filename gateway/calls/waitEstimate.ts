const windowMs = 100;

/** Time without an answer that means an outage, not a slow set. */
const outageMs = 1_000;

/** Busy time that shows a rate. A shorter one may be the end of a pause, such as a restart of Redis. */
const firstRateMs = 1_000;

/** Fewer calls in flight do not keep the workers busy, so their rate does not show the possible rate. */
const busyCalls = 32;

/** Calls that are always let in, so that the rate can be learned again. */
export const learningCalls = 2 * busyCalls;

const weight = 0.2;

/** Share of its deadline that an accepted call may be expected to wait. */
export const maxWaitShare = 0.2;

/**
 * Estimates how long calls of one queue wait, from the number of answers while the workers were busy. Outages are ignored:
 * calls that wait are answered soon after one, at the usual rate.
 */
export class WaitEstimate {
  /** Answered calls per millisecond while workers were busy; undefined until they were busy for `firstRateMs`. */
  #rate: number | undefined;
  readonly #first = { answered: 0, ms: 0 };
  #windowBegan: number;
  #lastAnswer: number;
  #min = 0;
  #answered = 0;
  #recoversUntil = Number.NEGATIVE_INFINITY;

  /** Times are milliseconds of the monotonic clock. */
  constructor(now = performance.now()) {
    this.#windowBegan = now;
    this.#lastAnswer = now;
  }

  /** Milliseconds until this many calls would be answered; 0 for so few that the rate is still being learned. */
  msFor(calls: number, now = performance.now()): number {
    if (this.#rate === undefined || calls <= learningCalls || now < this.#recoversUntil) return 0;
    return calls / this.#rate;
  }

  /**
   * Estimates nothing and learns nothing until few calls are in flight, or the time is over: the backlog of an outage is answered
   * by a worker that has just started or connected again, which is slower than usual.
   */
  recover(limitMs: number, now = performance.now()): void {
    this.#recoversUntil = now + limitMs;
  }

  /** Must be called for each call that is answered or given up, with the number in flight then. */
  update(inFlight: number, isAnswered: boolean, now: number): void {
    this.#min = Math.min(this.#min, inFlight);
    if (inFlight <= learningCalls) this.#recoversUntil = Number.NEGATIVE_INFINITY;
    if (!isAnswered) return;
    const isOutage = now - this.#lastAnswer > outageMs;
    this.#lastAnswer = now;
    if (isOutage) this.#beginWindow(inFlight, now);
    else if (now - this.#windowBegan >= windowMs) this.#endWindow(inFlight, now);
    this.#answered += 1;
  }

  /** All answers of one set come at once, so a window begins with answers and ends before the next ones. */
  #endWindow(inFlight: number, now: number): void {
    if (this.#min >= busyCalls && now >= this.#recoversUntil) this.#learn(now - this.#windowBegan);
    this.#beginWindow(inFlight, now);
  }

  #learn(ms: number): void {
    if (this.#rate !== undefined) {
      this.#rate += weight * (this.#answered / ms - this.#rate);
      return;
    }
    this.#first.answered += this.#answered;
    this.#first.ms += ms;
    if (this.#first.ms >= firstRateMs) this.#rate = this.#first.answered / this.#first.ms;
  }

  #beginWindow(inFlight: number, now: number): void {
    this.#windowBegan = now;
    this.#min = inFlight;
    this.#answered = 0;
  }
}
