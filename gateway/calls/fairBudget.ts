import { batchRun } from '../../shared/contract/operations/batch.run.ts';
import type { UnavailableReason } from './unavailable.ts';

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

/** Account that a call counts for, by `accounts.id`; `service` in calls of the service itself. */
export type Caller = number | 'service';

/** Unknown until the app is found; then the caller counts as having nothing in flight. */
export type ClaimedCaller = Caller | 'unknown';

/** Calls that are admitted together or not at all. */
export interface CallGroup {
  readonly caller: ClaimedCaller;
  readonly calls: number;
  readonly bytes: number;
}

export interface LaneLimits {
  readonly calls: number;
  /** Bytes of requests in flight, and also the limit for unread answers. */
  readonly bytes: number;
  /** Milliseconds that an admitted call may be expected to wait. */
  readonly waitMs: number;
}

/** Budgets of a lane. Calls beyond them are rejected, since an immediate rejection is worth more than a late answer. */
export class LaneRoom {
  readonly maxWaitMs: number;
  readonly calls: FairBudget<ClaimedCaller>;
  readonly bytes: FairBudget<ClaimedCaller>;
  /** Answers that are not written yet because their clients do not read them. */
  readonly answers: FairBudget<ClaimedCaller>;

  constructor({ calls, bytes, waitMs }: LaneLimits) {
    this.maxWaitMs = waitMs;
    this.calls = new FairBudget(calls);
    this.bytes = new FairBudget(bytes);
    this.answers = new FairBudget(bytes);
  }

  rejection({ caller, calls, bytes }: CallGroup): UnavailableReason | undefined {
    if (!this.calls.isFree(calls)) return 'calls';
    if (!this.bytes.isFree(bytes)) return 'bytes';
    // The last of the calls must fit, too.
    if (!this.calls.isFair(caller, calls - 1) || !this.bytes.isFair(caller)) return 'account_share';
    // Unread answers of one account do not block others.
    return this.answers.isFair(caller) ? undefined : 'answers';
  }

  take(caller: Caller, bytes: number): void {
    this.calls.take(caller, 1);
    this.bytes.take(caller, bytes);
  }

  /** Must be called when the call is answered, or nobody waits for it any more. */
  giveBack(caller: Caller, bytes: number): void {
    this.calls.giveBack(caller, 1);
    this.bytes.giveBack(caller, bytes);
  }
}

/** Number of largest batches that always fit: one account may have most of the room, but not all. */
const minBatches = 8;

/** Factor by which calls of batches may wait longer. */
const patience = 2;

/**
 * Limits of the bulk lane, separate from those of single calls, so that neither takes the other's room. A batch arrives whole,
 * so there is room for some even if few single calls are admitted.
 */
export function bulkLimits({ calls, bytes, waitMs }: LaneLimits): LaneLimits {
  return {
    calls: Math.max(calls, minBatches * batchRun.maxOperations),
    bytes: Math.max(bytes, minBatches * batchRun.maxBytes),
    waitMs: patience * waitMs,
  };
}
