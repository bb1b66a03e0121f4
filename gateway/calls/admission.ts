import { type Resource, resources } from '../../shared/operations/operation.ts';
import { WaitEstimate } from './waitEstimate.ts';

/** Calls and bytes of requests that one gateway has under way at most. */
export interface AdmissionLimits {
  readonly calls: number;
  readonly bytes: number;
  /** Milliseconds that a call may be expected to wait. */
  readonly waitMs: number;
}

/** How many times as much as is still free one account may have under way. */
const share = 4;

/**
 * Refuses calls that would only make a queue grow that is too long already: a refusal at once is worth more than an answer
 * too late. One account alone gets four fifths of what there is (dynamic thresholds, as in switches: Choudhury and Hahne
 * 1998), so one that floods leaves room for the others.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #estimates = new Map(resources.map((resource) => [resource, new WaitEstimate()]));
  readonly #byAccount = new Map<number, number>();
  #calls = 0;
  #bytes = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  admits(resource: Resource, account: number, bytes: number): boolean {
    const free = this.#limits.calls - this.#calls;
    const own = this.#byAccount.get(account) ?? 0;
    const estimate = this.#estimateOf(resource);
    // Accounts take turns, so that what the others have waiting does not all come first.
    const before = Math.min(estimate.underWay, own * this.#byAccount.size);
    return (
      free > 0 &&
      own < share * free &&
      this.#bytes + bytes <= this.#limits.bytes &&
      estimate.msFor(before) <= this.#limits.waitMs
    );
  }

  /** Counts a call until it leaves. */
  enter(resource: Resource, account: number, bytes: number): void {
    this.#calls += 1;
    this.#bytes += bytes;
    this.#byAccount.set(account, (this.#byAccount.get(account) ?? 0) + 1);
    this.#estimateOf(resource).enter();
  }

  /** The call was answered, or nobody waits for it any more. */
  leave(resource: Resource, account: number, bytes: number, isAnswered: boolean): void {
    this.#calls -= 1;
    this.#bytes -= bytes;
    const left = (this.#byAccount.get(account) ?? 0) - 1;
    if (left > 0) this.#byAccount.set(account, left);
    else this.#byAccount.delete(account);
    this.#estimateOf(resource).leave(isAnswered);
  }

  #estimateOf(resource: Resource): WaitEstimate {
    return this.#estimates.get(resource) as WaitEstimate;
  }
}
