import { batchRun } from '../../shared/contract/operations/batch.run.ts';
import { FairBudget } from './fairBudget.ts';
import type { UnavailableReason } from './unavailable.ts';

/** Account that a call counts for, by `accounts.id`; `service` in calls of the service itself. */
export type Caller = number | 'service';

/** Unknown until the app is found; then the caller counts as having nothing in flight. */
export type ClaimedCaller = Caller | 'unknown';

export interface AdmissionLimits {
  readonly calls: number;
  /** Bytes of requests in flight, and also the limit for unread answers. */
  readonly bytes: number;
  readonly waitMs: number;
}

/** Calls that are admitted together or not at all. */
export interface Group {
  readonly caller: ClaimedCaller;
  readonly calls: number;
  readonly bytes: number;
}

/**
 * Room of a lane. Rejects calls if there are too many already: an immediate rejection is worth more than a late answer. One
 * account gets at most four fifths of the room.
 */
export class Admission {
  readonly waitMs: number;
  readonly calls: FairBudget<ClaimedCaller>;
  readonly bytes: FairBudget<ClaimedCaller>;
  /** Answers that are not written yet because their clients do not read them. */
  readonly answers: FairBudget<ClaimedCaller>;

  constructor({ calls, bytes, waitMs }: AdmissionLimits) {
    this.waitMs = waitMs;
    this.calls = new FairBudget(calls);
    this.bytes = new FairBudget(bytes);
    this.answers = new FairBudget(bytes);
  }

  rejection({ caller, calls, bytes }: Group): UnavailableReason | undefined {
    if (!this.calls.isFree(calls)) return 'calls';
    if (!this.bytes.isFree(bytes)) return 'bytes';
    // The last of the calls must fit, too.
    if (!this.calls.isFair(caller, calls - 1) || !this.bytes.isFair(caller)) return 'account_share';
    // Unread answers of one account do not block others.
    return this.answers.isFair(caller) ? undefined : 'answers';
  }

  /** Calls that are answered before the next one of this caller: accounts take turns, so it waits for its own share only. */
  ahead(caller: ClaimedCaller): number {
    return this.calls.heldBy(caller) * this.calls.owners;
  }

  enter(caller: Caller, bytes: number): void {
    this.calls.take(caller, 1);
    this.bytes.take(caller, bytes);
  }

  /** Must be called when the call is answered, or nobody waits for it any more. */
  leave(caller: Caller, bytes: number): void {
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
export function bulkLimits({ calls, bytes, waitMs }: AdmissionLimits): AdmissionLimits {
  return {
    calls: Math.max(calls, minBatches * batchRun.maxOperations),
    bytes: Math.max(bytes, minBatches * batchRun.maxBytes),
    waitMs: patience * waitMs,
  };
}
