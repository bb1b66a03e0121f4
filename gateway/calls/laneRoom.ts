import { batchRun } from '../../shared/contract/operations/batch.run.ts';
import { FairBudget, type Release } from './fairBudget.ts';
import { Unavailable } from './unavailable.ts';

/** Room that is reserved for a large answer. */
export const maxAnswerBytes = 1_048_576;

/** Account that a call counts for, by `accounts.id`; `service` in calls of the service itself. */
export type Caller = number | 'service';

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
  readonly calls: FairBudget<Caller>;
  readonly bytes: FairBudget<Caller>;
  /** Answers that are not written yet because their clients do not read them. */
  readonly answers: FairBudget<Caller>;

  constructor({ calls, bytes, waitMs }: LaneLimits) {
    this.maxWaitMs = waitMs;
    this.calls = new FairBudget(calls);
    this.bytes = new FairBudget(bytes);
    this.answers = new FairBudget(bytes);
  }

  /**
   * Takes room for calls that are admitted together or not at all. Must be released when they are answered, and `others` with it.
   */
  acquire(caller: Caller, calls: number, bytes: number, others?: Release): Release | Unavailable {
    if (!this.calls.isFree(calls)) return new Unavailable('calls');
    if (!this.bytes.isFree(bytes)) return new Unavailable('bytes');
    // The last of the calls must fit, too.
    if (!this.calls.isFair(caller, calls - 1) || !this.bytes.isFair(caller))
      return new Unavailable('account_share');
    // Unread answers of one account do not block others.
    if (!this.answers.isFair(caller)) return new Unavailable('answers');
    return this.calls.acquire(caller, calls, this.bytes.acquire(caller, bytes, others));
  }

  /** Reserves room for an answer that may be large. Half of the room is left for answers that are known to be large. */
  reserveAnswer(caller: Caller): Release | undefined {
    const isRoomy = this.answers.held + maxAnswerBytes <= this.answers.max / 2;
    return isRoomy ? this.answers.acquire(caller, maxAnswerBytes) : undefined;
  }
}

/** Number of largest batches that always fit: one account may have most of the room, but not all. */
const minBatches = 8;

/** Factor by which calls of batches may wait longer. */
const waitFactor = 2;

/**
 * Limits of the bulk lane, separate from those of single calls, so that neither takes the other's room. A batch arrives whole,
 * so there is room for some even if few single calls are admitted.
 */
export function bulkLimits({ calls, bytes, waitMs }: LaneLimits): LaneLimits {
  return {
    calls: Math.max(calls, minBatches * batchRun.maxOperations),
    bytes: Math.max(bytes, minBatches * batchRun.maxBytes),
    waitMs: waitFactor * waitMs,
  };
}
