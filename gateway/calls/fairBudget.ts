/** Ratio of what one owner may hold to what is still free. */
const share = 4;

/** Maximum percentage of a budget that one owner holds while no other owner uses it. */
export const maxOwnerPercent = (100 * share) / (share + 1);

/** Gives back what was acquired. Safe to call twice. */
export type Release = () => void;

/**
 * A shared amount of something, such as bytes. No owner gets more than four fifths of it, so that one that floods leaves room for
 * the others (dynamic thresholds, as in switches: Choudhury and Hahne 1998).
 */
export class FairBudget<Owner> {
  readonly max: number;
  readonly #byOwner = new Map<Owner, number>();
  #free: number;

  constructor(max: number) {
    this.max = max;
    this.#free = max;
  }

  get held(): number {
    return this.max - this.#free;
  }

  get owners(): number {
    return this.#byOwner.size;
  }

  heldBy(owner: Owner): number {
    return this.#byOwner.get(owner) ?? 0;
  }

  isFree(amount: number): boolean {
    return amount <= this.#free;
  }

  /** True if the owner may take another step when it has taken `ahead` more. */
  isFair(owner: Owner, ahead = 0): boolean {
    const own = (this.#byOwner.get(owner) ?? 0) + ahead;
    return own === 0 || own < share * (this.#free - ahead);
  }

  /** True if the amount is free and the owner may take it. */
  fits(owner: Owner, amount: number): boolean {
    return this.isFree(amount) && this.isFair(owner);
  }

  /** Takes the amount. Returns undefined if it does not fit. */
  tryAcquire(owner: Owner, amount: number): Release | undefined {
    return this.fits(owner, amount) ? this.acquire(owner, amount) : undefined;
  }

  /** Takes the amount, even if it is neither free nor fair. `releaseRest` is called with its release. */
  acquire(owner: Owner, amount: number, releaseRest?: Release): Release {
    this.#free -= amount;
    this.#byOwner.set(owner, (this.#byOwner.get(owner) ?? 0) + amount);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#free += amount;
      const left = (this.#byOwner.get(owner) ?? 0) - amount;
      if (left === 0) this.#byOwner.delete(owner);
      else this.#byOwner.set(owner, left);
      releaseRest?.();
    };
  }
}
