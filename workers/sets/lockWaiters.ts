import { setTimeout as delay } from 'node:timers/promises';
import { type Call, maxSetCalls } from '../../shared/wire/call.ts';
import { accountOfSequence, isSlowLock, slowLock } from '../stores/locks.ts';
import { ConflictFilter, type Implementation, neededLocks } from './implementation.ts';
import { byCall, type Delivery, deliveriesOf, settleAll, type TrySet } from './setResult.ts';

const retryMs = 25;

interface Parts {
  readonly implementation: Implementation;
  readonly trySet: TrySet;
  /** Limits waiting sets: each uses a connection while it waits for its lock. */
  readonly connections: Semaphore;
  /** Limits slow calls separately, so that waiting calls do not wait for them. */
  readonly slowConnections: Semaphore;
  /** Called with the milliseconds from the start of a call's wait until it is done. */
  readonly onWaited?: (ms: number) => void;
}

interface Group {
  readonly lock: string;
  waiting: Delivery[];
  /** Calls in the set that tries to get the lock. */
  trying: number;
}

interface RecordQueue {
  group: Group;
  calls: number;
}

/**
 * Keeps calls that wait for locks of other transactions. They wait apart from the sets, so that a locked record delays only the
 * calls that need it. Calls on the same record keep their order.
 */
export class LockWaiters {
  readonly #implementation: Implementation;
  readonly #trySet: TrySet;
  readonly #connections: Semaphore;
  readonly #slowConnections: Semaphore;
  readonly #groups = new Map<string, Group>();
  readonly #records = new Map<string, RecordQueue>();
  readonly #onWaited: (ms: number) => void;
  readonly #since = new Map<Call, number>();

  constructor({ implementation, trySet, connections, slowConnections, onWaited = () => {} }: Parts) {
    this.#implementation = implementation;
    this.#trySet = trySet;
    this.#connections = connections;
    this.#slowConnections = slowConnections;
    this.#onWaited = onWaited;
  }

  get size(): number {
    return this.#since.size;
  }

  get sequenceWaits(): ReadonlyMap<number, number> {
    const waits = new Map<number, number>();
    for (const { lock, waiting, trying } of this.#groups.values()) {
      const account = accountOfSequence(lock);
      if (account !== undefined) waits.set(account, waiting.length + trying);
    }
    return waits;
  }

  /** Adds a call that is slow, or that must wait behind others. Returns whether it was added. */
  addIfWaiting(delivery: Delivery): boolean {
    const group = this.#groupFor(delivery.call);
    if (group) this.#enter(group, [delivery]);
    return group !== undefined;
  }

  add(lock: string, deliveries: readonly Delivery[]): void {
    this.#enter(this.#groupOf(lock), deliveries);
  }

  #groupFor(call: Call): Group | undefined {
    const { isSlow } = this.#implementation;
    // Nearly always no call waits, so only slow calls must be found.
    if (this.#groups.size === 0 && !isSlow) return undefined;
    const sameRecord = this.#queueOf(this.#recordOf(call));
    if (sameRecord) return sameRecord.group;
    if (isSlow?.(call.input as never)) return this.#groupOf(slowLock(call.account));
    if (this.#groups.size === 0) return undefined;
    const lock = neededLocks(call, this.#implementation).find((needed) => this.#groups.has(needed));
    return lock === undefined ? undefined : this.#groups.get(lock);
  }

  #groupOf(lock: string): Group {
    return this.#groups.get(lock) ?? { lock, waiting: [], trying: 0 };
  }

  #enter(group: Group, deliveries: readonly Delivery[]): void {
    for (const delivery of deliveries) {
      this.#since.set(delivery.call, performance.now());
      const record = this.#recordOf(delivery.call);
      const queue = this.#queueOf(record);
      if (queue) queue.calls += 1;
      else if (record !== undefined) this.#records.set(record, { group, calls: 1 });
      delivery.onLockWait?.();
    }
    this.#append(group, deliveries);
  }

  #append(group: Group, deliveries: readonly Delivery[]): void {
    group.waiting.push(...deliveries);
    if (this.#groups.has(group.lock)) return;
    this.#groups.set(group.lock, group);
    void this.#run(group);
  }

  async #run(group: Group): Promise<void> {
    const connections = isSlowLock(group.lock) ? this.#slowConnections : this.#connections;
    while (group.waiting.length > 0) {
      await connections.acquire();
      const set = byCall(this.#nextSet(group));
      group.trying = set.size;
      // While other sets wait for a connection, this one only tries to get the lock.
      const attempt = await this.#trySet([...set.keys()], group.lock, !connections.hasWaiting);
      connections.release();
      group.trying = 0;
      for (const call of [...attempt.replies.keys(), ...attempt.expired]) this.#leave(call, group);
      settleAll(attempt, set);
      for (const [lock, calls] of attempt.locked) this.#waitAgain(group, lock, deliveriesOf(calls, set));
      group.waiting.unshift(...deliveriesOf(attempt.postponed, set));
      if (attempt.locked.size > 0) await delay(retryMs);
    }
    this.#groups.delete(group.lock);
  }

  /** Takes the next set out of a group. Conflicting calls, and other slow ones, stay for a later set. */
  #nextSet(group: Group): readonly Delivery[] {
    const filter = new ConflictFilter(this.#implementation);
    const [set, later]: [Delivery[], Delivery[]] = [[], []];
    // Slow reads with the same input share one search.
    const fits = (call: Call) =>
      isSlowLock(group.lock) && set[0] ? this.#isSameRead(call, set[0].call) : set.length < maxSetCalls;
    for (const delivery of group.waiting)
      (fits(delivery.call) && filter.admits(delivery.call) ? set : later).push(delivery);
    group.waiting = later;
    return set;
  }

  #isSameRead({ input }: Call, other: Call): boolean {
    const isRead = this.#implementation.contract.kind === 'reads';
    return isRead && JSON.stringify(input) === JSON.stringify(other.input);
  }

  /**
   * Puts calls that still need the same lock first again. Calls that need another lock move there, with all calls behind them
   * on their records.
   */
  #waitAgain(group: Group, lock: string, deliveries: readonly Delivery[]): void {
    if (lock === group.lock) {
      group.waiting.unshift(...deliveries);
      return;
    }
    const other = this.#groupOf(lock);
    const queues = new Set(deliveries.flatMap(({ call }) => this.#queueOf(this.#recordOf(call)) ?? []));
    const [behind, rest]: [Delivery[], Delivery[]] = [[], []];
    for (const delivery of group.waiting) {
      const queue = this.#queueOf(this.#recordOf(delivery.call));
      (queue && queues.has(queue) ? behind : rest).push(delivery);
    }
    group.waiting = rest;
    for (const queue of queues) queue.group = other;
    this.#append(other, [...deliveries, ...behind]);
  }

  #leave(call: Call, { lock }: Group): void {
    const since = this.#since.get(call);
    this.#since.delete(call);
    if (since !== undefined && !isSlowLock(lock)) this.#onWaited(performance.now() - since);
    const record = this.#recordOf(call);
    const queue = this.#queueOf(record);
    if (record === undefined || !queue) return;
    queue.calls -= 1;
    if (queue.calls === 0) this.#records.delete(record);
  }

  #recordOf(call: Call): string | undefined {
    return this.#implementation.record?.(call as Call<never>);
  }

  #queueOf(record: string | undefined): RecordQueue | undefined {
    return record === undefined ? undefined : this.#records.get(record);
  }
}

export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(permits: number) {
    this.#free = permits;
  }

  get hasWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Resolves when there is a permit, which must be released. */
  acquire(): Promise<void> {
    if (this.#free === 0) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#free -= 1;
    return Promise.resolve();
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
