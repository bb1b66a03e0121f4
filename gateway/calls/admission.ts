import { type Resource, resources } from '../../shared/operations/operation.ts';
import { AnswerBytes } from './answerBytes.ts';
import { WaitEstimate } from './waitEstimate.ts';

/** What one gateway has under way at most. */
export interface AdmissionLimits {
  readonly calls: number;
  /** Of the requests; and as many of the answers that clients have not read. */
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

/** Calls of an account that want to be let in together. */
export interface Group {
  readonly account: number;
  readonly calls: number;
  /** Of all of them. */
  readonly bytes: number;
  /** Whose queues they wait in. */
  readonly resources: Iterable<Resource>;
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
  /** Those that are not written yet. */
  readonly answers: AnswerBytes;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
    this.answers = new AnswerBytes(limits.bytes);
  }

  /** All of them or none. */
  admits({ account, calls, bytes, resources: waitedFor }: Group): boolean {
    const own = this.#byAccount.get(account) ?? nothing;
    // What there is for the last one of them.
    const free = {
      calls: this.#limits.calls - this.#all.calls - (calls - 1),
      bytes: this.#limits.bytes - this.#all.bytes,
    };
    return (
      free.calls > 0 &&
      own.calls + (calls - 1) < share * free.calls &&
      bytes <= free.bytes &&
      own.bytes < share * free.bytes &&
      this.answers.fits(account) &&
      this.#isSoon(own, waitedFor)
    );
  }

  /** Accounts take turns, so that what the others have waiting does not all come first. */
  #isSoon(own: Held, waitedFor: Iterable<Resource>): boolean {
    for (const resource of waitedFor) {
      const estimate = this.#estimateOf(resource);
      const before = Math.min(estimate.inFlight, own.calls * this.#byAccount.size);
      if (estimate.msFor(before) > this.#limits.waitMs) return false;
    }
    return true;
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
