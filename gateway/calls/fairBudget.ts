/** Ratio of what one owner may hold to what is still free. */
const share = 4;

/**
 * A shared amount of something, such as bytes. No owner gets more than four fifths of it, so that one that floods leaves room for
 * the others (dynamic thresholds, as in switches: Choudhury and Hahne 1998).
 */
export class FairBudget<Owner> {
  readonly max: number;
  readonly #byOwner = new Map<Owner, number>();
  #held = 0;

  constructor(max: number) {
    this.max = max;
  }

  get held(): number {
    return this.#held;
  }

  /** Number of owners that hold something. */
  get owners(): number {
    return this.#byOwner.size;
  }

  heldBy(owner: Owner): number {
    return this.#byOwner.get(owner) ?? 0;
  }

  isFree(amount: number): boolean {
    return amount <= this.max - this.#held;
  }

  /** True if the owner may take more after `ahead`, which it takes in steps before. */
  isFair(owner: Owner, ahead = 0): boolean {
    const own = this.heldBy(owner) + ahead;
    return own === 0 || own < share * (this.max - this.#held - ahead);
  }

  take(owner: Owner, amount: number): void {
    this.#held += amount;
    this.#byOwner.set(owner, this.heldBy(owner) + amount);
  }

  giveBack(owner: Owner, amount: number): void {
    this.#held -= amount;
    const left = this.heldBy(owner) - amount;
    if (left === 0) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, left);
  }

  /** Takes the amount until the returned function is called, which is safe to call twice. */
  hold(owner: Owner, amount: number): () => void {
    this.take(owner, amount);
    let isHeld = true;
    return () => {
      if (isHeld) this.giveBack(owner, amount);
      isHeld = false;
    };
  }
}
