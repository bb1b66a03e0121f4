import type { Pace } from '../stores/webhookDeliveries.ts';

/** Maximum attempts of a worker in flight. */
export const maxInFlight = 256;

/** Maximum attempts of one account in flight. */
const maxOfAccount = 8;

/** Time of an attempt above which its receiver counts as slow. */
export const slowMs = 1_000;

/**
 * Attempts to receivers of each pace. Of quick ones, only those of the last second count: receivers that die together must not
 * keep the room of those that answer until their attempts have ended.
 */
const maxOf: Readonly<Record<Pace, number>> = { quick: 48, slow: 96, dead: 16 };

interface Attempt {
  readonly account: number;
  readonly pace: Pace;
  readonly startedAt: number;
}

/** Bounds the attempts in flight: what has no room is found again by the next scan. */
export class AttemptBudget {
  readonly #attempts = new Set<Attempt>();
  readonly #now: () => number;

  /** `now` is in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get inFlight(): number {
    return this.#attempts.size;
  }

  /** Returns the function that releases the room; undefined if there is none. */
  acquire(account: number, pace: Pace): (() => void) | undefined {
    const startedAt = this.#now();
    const attempts = [...this.#attempts];
    const ofAccount = attempts.filter((attempt) => attempt.account === account);
    const ofPace = attempts.filter(
      (attempt) => attempt.pace === pace && (pace !== 'quick' || startedAt - attempt.startedAt < slowMs),
    );
    if (attempts.length >= maxInFlight || ofAccount.length >= maxOfAccount) return undefined;
    if (ofPace.length >= maxOf[pace]) return undefined;
    const attempt = { account, pace, startedAt };
    this.#attempts.add(attempt);
    return () => void this.#attempts.delete(attempt);
  }
}
