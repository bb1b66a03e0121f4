import type { Call } from '../../shared/calls/call.ts';
import type { Reply } from '../../shared/calls/envelope.ts';
import { addToGroup } from '../../shared/values/groupBy.ts';

/** A call that came in a job. Exactly one of `settle` and `expire` is called, once. */
export interface Delivery {
  readonly call: Call;
  /** Sends the reply to the gateway that waits, with how long the call waited for its set, if that is known. */
  settle(reply: Reply, waitMs?: number): void;
  /** The deadline has passed: nobody waits for a reply. */
  expire(): void;
  /** The call waits for a lock, which may take until its deadline. */
  onLockWait?(): void;
}

/** The result of one attempt to run a set: each call is in exactly one of these. */
export class Attempt {
  readonly replies = new Map<Call, Reply>();
  /** The deadline of these calls has passed: nobody waits for a reply. */
  readonly expired: Call[] = [];
  /** Nothing was done for these calls, because another transaction holds the lock, or they are slow; by that lock. */
  readonly locked = new Map<string, Call[]>();
  /** Reads that the set has no room for: they run in a later one. */
  readonly postponed: Call[] = [];
  /** When the set started, in milliseconds by the shared clock; undefined if it ran in several parts. */
  startedAt: number | undefined = undefined;

  get settledCount(): number {
    return this.replies.size + this.expired.length;
  }

  reply(replies: ReadonlyMap<Call, Reply>): void {
    for (const [call, reply] of replies) this.replies.set(call, reply);
  }

  /** Adds the result of another attempt, for other calls or for some that were locked. */
  add({ replies, expired, locked, postponed }: Attempt): void {
    this.reply(replies);
    this.expired.push(...expired);
    for (const [lock, calls] of locked) this.lock(lock, calls);
    this.postponed.push(...postponed);
  }

  lock(lock: string, calls: readonly Call[]): void {
    for (const call of calls) addToGroup(this.locked, lock, call);
  }
}

/**
 * Runs a set without waiting for locks. The calls may have been put apart from others for one lock: the set waits for that one, unless
 * `mayWait` is false. Never rejects.
 */
export type TrySet = (calls: readonly Call[], lock?: string, mayWait?: boolean) => Promise<Attempt>;

/** Milliseconds from the acceptance of a call to the start of its set. Gateways of version 0.2.0 don't say when they accepted it. */
export function waitOf({ acceptedAt }: Call, startedAt: number | undefined): number | undefined {
  if (acceptedAt === undefined || startedAt === undefined) return undefined;
  return Math.max(0, startedAt - acceptedAt);
}

/** Ends the calls that an attempt replied to, and those that expired. */
export function settleAll(
  { replies, expired, startedAt }: Pick<Attempt, 'replies' | 'expired' | 'startedAt'>,
  deliveries: ReadonlyMap<Call, Delivery>,
): void {
  for (const [call, reply] of replies) deliveries.get(call)?.settle(reply, waitOf(call, startedAt));
  for (const call of expired) deliveries.get(call)?.expire();
}

/** The deliveries of a set by their calls. */
export function byCall(deliveries: readonly Delivery[]): ReadonlyMap<Call, Delivery> {
  const set = new Map<Call, Delivery>();
  for (const delivery of deliveries) set.set(delivery.call, delivery);
  return set;
}

/** The deliveries of some calls. */
export function deliveriesOf(
  calls: readonly Call[],
  deliveries: ReadonlyMap<Call, Delivery>,
): readonly Delivery[] {
  return calls.map((call) => deliveries.get(call) as Delivery);
}
