import type { Call } from '../../shared/wire/call.ts';
import type { Reply } from '../../shared/wire/envelope.ts';
import type { Lock } from '../stores/locks.ts';

/** Call of a job. Exactly one of `settle` and `expire` is called, once. */
export interface CallDelivery {
  readonly call: Call;
  /** Sends the reply to the waiting gateway. `waitMs` is how long the call waited for its set, if known. */
  settle(reply: Reply, waitMs?: number): void;
  /** Called after the deadline: nobody waits for a reply. */
  expire(): void;
  /** Called when the call waits for a lock, which may take until its deadline. */
  onLockWait?(): void;
}

export interface LockedCalls {
  readonly lock: Lock;
  readonly calls: Call[];
}

/** Result of one run of a set. Each call is in exactly one of the collections. */
export class SetResult {
  readonly replies = new Map<Call, Reply>();
  readonly expiredCalls: Call[] = [];
  /**
   * Calls for which nothing was done, by the key of the lock that they need: another transaction holds it, or the calls are
   * expensive.
   */
  readonly lockedCalls = new Map<string, LockedCalls>();
  /** Reads without room in the set, which run in a later one. */
  readonly postponedCalls: Call[] = [];
  /** Milliseconds by the shared clock. Undefined if the set ran in several parts. */
  startedAt: number | undefined = undefined;

  addReplies(replies: ReadonlyMap<Call, Reply>): void {
    for (const [call, reply] of replies) this.replies.set(call, reply);
  }

  addLocked(lock: Lock, calls: readonly Call[]): void {
    const locked = this.lockedCalls.get(lock.key);
    if (locked) locked.calls.push(...calls);
    else if (calls.length > 0) this.lockedCalls.set(lock.key, { lock, calls: [...calls] });
  }

  /** Adds the result of another set, of other calls or of some that were locked. */
  add({ replies, expiredCalls, lockedCalls, postponedCalls }: SetResult): void {
    this.addReplies(replies);
    this.expiredCalls.push(...expiredCalls);
    for (const { lock, calls } of lockedCalls.values()) this.addLocked(lock, calls);
    this.postponedCalls.push(...postponedCalls);
  }
}

/**
 * Runs a set without waiting for locks. The one exception is `lock`, for which the calls were put apart from others: the set
 * waits for it unless `mayWait` is false. Never rejects.
 */
export type RunSet = (calls: readonly Call[], lock?: Lock, mayWait?: boolean) => Promise<SetResult>;

/** Returns the milliseconds from the acceptance of a call to the start of its set. */
export function waitOf({ acceptedAt }: Call, startedAt: number | undefined): number | undefined {
  return startedAt === undefined ? undefined : Math.max(0, startedAt - acceptedAt);
}

/** Calls of a set that need no further run. */
export type Settled = Pick<SetResult, 'replies' | 'expiredCalls' | 'startedAt'>;

export function settleAll(
  { replies, expiredCalls, startedAt }: Settled,
  deliveries: ReadonlyMap<Call, CallDelivery>,
): void {
  for (const [call, reply] of replies) deliveries.get(call)?.settle(reply, waitOf(call, startedAt));
  for (const call of expiredCalls) deliveries.get(call)?.expire();
}

export function byCall(deliveries: readonly CallDelivery[]): ReadonlyMap<Call, CallDelivery> {
  const set = new Map<Call, CallDelivery>();
  for (const delivery of deliveries) set.set(delivery.call, delivery);
  return set;
}

export function deliveriesOf(
  calls: readonly Call[],
  deliveries: ReadonlyMap<Call, CallDelivery>,
): readonly CallDelivery[] {
  return calls.map((call) => deliveries.get(call) as CallDelivery);
}
