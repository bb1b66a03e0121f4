/** Attempts that a worker has in flight at most. */
export const maxInFlight = 64;

/** Those to receivers that failed or were slow the last time: the others keep the rest. */
const maxToSlow = 16;

/** Those of one account. */
const maxOfAccount = 8;

/** A receiver that takes longer counts as slow. */
export const slowMs = 1_000;

/** Bounds the attempts in flight: what has no room is found again by the next scan. */
export class Budget {
  readonly #ofAccounts = new Map<number, number>();
  #inFlight = 0;
  #toSlow = 0;

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Returns the function that releases the room; undefined if there is none. */
  acquire(account: number, isSlow: boolean): (() => void) | undefined {
    const own = this.#ofAccounts.get(account) ?? 0;
    if (this.#inFlight >= maxInFlight || own >= maxOfAccount) return undefined;
    if (isSlow && this.#toSlow >= maxToSlow) return undefined;
    this.#inFlight += 1;
    this.#ofAccounts.set(account, own + 1);
    if (isSlow) this.#toSlow += 1;
    return () => this.#release(account, isSlow);
  }

  #release(account: number, isSlow: boolean): void {
    this.#inFlight -= 1;
    const own = (this.#ofAccounts.get(account) ?? 1) - 1;
    if (own === 0) this.#ofAccounts.delete(account);
    else this.#ofAccounts.set(account, own);
    if (isSlow) this.#toSlow -= 1;
  }
}
