import { type Resource, resources } from '../../shared/operations/operation.ts';
import { WaitEstimate } from './waitEstimate.ts';

/** What one gateway has under way at most. */
export interface AdmissionLimits {
  readonly calls: number;
  /** Of the requests. */
  readonly bytes: number;
  /** Milliseconds that a call may be expected to wait. */
  readonly waitMs: number;
}

/** A call, as far as it takes room. */
interface Load {
  readonly resource: Resource;
  readonly account: number;
  readonly bytes: number;
}

interface Held {
  calls: number;
  bytes: number;
}

/** How many times as much as is still free one account may have under way. */
const share = 4;

const nothing: Held = { calls: 0, bytes: 0 };

/**
 * Refuses calls that would only make a queue grow that is too long already: a refusal at once is worth more than an answer
 * too late. One account alone gets four fifths of what there is (dynamic thresholds, as in switches: Choudhury and Hahne
 * 1998), so one that floods leaves room for the others.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #estimates = new Map(resources.map((resource) => [resource, new WaitEstimate()]));
  readonly #byAccount = new Map<number, Held>();
  readonly #all: Held = { ...nothing };

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  admits({ resource, account, bytes }: Load): boolean {
    const own = this.#byAccount.get(account) ?? nothing;
    const free = {
      calls: this.#limits.calls - this.#all.calls,
      bytes: this.#limits.bytes - this.#all.bytes,
    };
    const estimate = this.#estimateOf(resource);
    // Accounts take turns, so that what the others have waiting does not all come first.
    const before = Math.min(estimate.underWay, own.calls * this.#byAccount.size);
    return (
      free.calls > 0 &&
      own.calls < share * free.calls &&
      bytes <= free.bytes &&
      own.bytes < share * free.bytes &&
      estimate.msFor(before) <= this.#limits.waitMs
    );
  }

  /** Counts a call until it leaves. */
  enter({ resource, account, bytes }: Load): void {
    const own = this.#byAccount.get(account) ?? { ...nothing };
    this.#byAccount.set(account, own);
    for (const held of [this.#all, own]) {
      held.calls += 1;
      held.bytes += bytes;
    }
    this.#estimateOf(resource).enter();
  }

  /** The call was answered, or nobody waits for it any more. */
  leave({ resource, account, bytes }: Load, isAnswered: boolean): void {
    const own = this.#byAccount.get(account) ?? { ...nothing };
    for (const held of [this.#all, own]) {
      held.calls -= 1;
      held.bytes -= bytes;
    }
    if (own.calls === 0) this.#byAccount.delete(account);
    this.#estimateOf(resource).leave(isAnswered);
  }

  #estimateOf(resource: Resource): WaitEstimate {
    return this.#estimates.get(resource) as WaitEstimate;
  }
}
