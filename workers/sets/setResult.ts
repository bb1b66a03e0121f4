import { addToGroup } from '../../shared/contract/values/groupBy.ts';
import type { Call } from '../../shared/wire/call.ts';
import type { Reply } from '../../shared/wire/envelope.ts';

/** A call of a job. Exactly one of `settle` and `expire` is called, once. */
export interface Delivery {
  readonly call: Call;
  /** Sends the reply to the waiting gateway. `waitMs` is how long the call waited for its set, if known. */
  settle(reply: Reply, waitMs?: number): void;
  /** Called after the deadline: nobody waits for a reply. */
  expire(): void;
  /** Called when the call waits for a lock, which may take until its deadline. */
  onLockWait?(): void;
}

/** The result of one attempt to run a set. Each call is in exactly one of the collections. */
export class Attempt {
  readonly replies = new Map<Call, Reply>();
  readonly expired: Call[] = [];
  /** Calls for which nothing was done, by the lock that another transaction holds. Slow calls are here, too. */
  readonly locked = new Map<string, Call[]>();
  /** Reads without room in the set, which run in a later one. */
  readonly postponed: Call[] = [];
  /** Milliseconds by the shared clock. Undefined if the set ran in several parts. */
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
 * Runs a set without waiting for locks. The one exception is `lock`, for which the calls were put apart from others: the set
 * waits for it unless `mayWait` is false. Never rejects.
 */
export type TrySet = (calls: readonly Call[], lock?: string, mayWait?: boolean) => Promise<Attempt>;

/** Milliseconds from the acceptance of a call to the start of its set. */
export function waitOf({ acceptedAt }: Call, startedAt: number | undefined): number | undefined {
  return startedAt === undefined ? undefined : Math.max(0, startedAt - acceptedAt);
}

export function settleAll(
  { replies, expired, startedAt }: Pick<Attempt, 'replies' | 'expired' | 'startedAt'>,
  deliveries: ReadonlyMap<Call, Delivery>,
): void {
  for (const [call, reply] of replies) deliveries.get(call)?.settle(reply, waitOf(call, startedAt));
  for (const call of expired) deliveries.get(call)?.expire();
}

export function byCall(deliveries: readonly Delivery[]): ReadonlyMap<Call, Delivery> {
  const set = new Map<Call, Delivery>();
  for (const delivery of deliveries) set.set(delivery.call, delivery);
  return set;
}

export function deliveriesOf(
  calls: readonly Call[],
  deliveries: ReadonlyMap<Call, Delivery>,
): readonly Delivery[] {
  return calls.map((call) => deliveries.get(call) as Delivery);
}
