import { setTimeout as delay } from 'node:timers/promises';
import { type Call, maxSetCalls } from '../../shared/wire/call.ts';
import { expensiveLock, type Lock } from '../stores/locks.ts';
import { ConflictFilter } from './conflictFilter.ts';
import { type Implementation, locksOfCall } from './implementation.ts';
import type { Semaphore } from './semaphore.ts';
import { byCall, type CallDelivery, deliveriesOf, type RunSet, settleAll } from './setResult.ts';

/*
 * States of the group of calls that wait for one lock:
 *
 * | state     | next                                                                                              |
 * | --------- | ------------------------------------------------------------------------------------------------- |
 * | absent    | acquiring, when a call comes that needs the lock                                                  |
 * | acquiring | running, when a connection is free: one of `#expensiveConnections` for expensive calls, otherwise |
 * |           | one of `#connections`                                                                             |
 * | running   | pausing, if some of its calls did not get a lock; otherwise acquiring while calls wait, or absent |
 * | pausing   | after `retryMs`: acquiring while calls wait, or absent                                            |
 *
 * States of a call in a group:
 *
 * | state   | next                                                                                                |
 * | ------- | --------------------------------------------------------------------------------------------------- |
 * | waiting | running, with the first calls of its group that do not conflict; an expensive call only with reads  |
 * |         | of the same input. Waiting in another group, behind a call of the same record that moves there      |
 * | running | settled or expired, and removed; waiting in front, if the set had no room for it or did not get the |
 * |         | lock of the group; waiting in another group, if it needs that group's lock, too                     |
 *
 * All waiting calls of a record are in the same group (`#records`), so they keep their order.
 */

const retryMs = 25;

interface LockWaitersDependencies {
  readonly implementation: Implementation;
  readonly runSet: RunSet;
  /** Limits waiting sets: each uses a connection while it waits for its lock. */
  readonly connections: Semaphore;
  /** Limits expensive calls separately, so that waiting calls do not wait for them. */
  readonly expensiveConnections: Semaphore;
  /** Called with the milliseconds from the start of a call's wait until it is done. */
  readonly onWaited: (ms: number) => void;
}

interface Group {
  readonly lock: Lock;
  waiting: CallDelivery[];
  running: number;
}

interface RecordQueue {
  group: Group;
  calls: number;
}

/**
 * Holds calls that wait for locks of other transactions. They wait apart from the sets, so that a locked record delays only the
 * calls that need it.
 */
export class LockWaiters {
  readonly #implementation: Implementation;
  readonly #runSet: RunSet;
  readonly #connections: Semaphore;
  readonly #expensiveConnections: Semaphore;
  readonly #groups = new Map<string, Group>();
  readonly #records = new Map<string, RecordQueue>();
  readonly #onWaited: (ms: number) => void;
  readonly #since = new Map<Call, number>();

  constructor(dependencies: LockWaitersDependencies) {
    this.#implementation = dependencies.implementation;
    this.#runSet = dependencies.runSet;
    this.#connections = dependencies.connections;
    this.#expensiveConnections = dependencies.expensiveConnections;
    this.#onWaited = dependencies.onWaited;
  }

  get size(): number {
    return this.#since.size;
  }

  get sequenceWaits(): ReadonlyMap<number, number> {
    const waits = new Map<number, number>();
    for (const { lock, waiting, running } of this.#groups.values())
      if (lock.kind === 'sequence') waits.set(lock.account, waiting.length + running);
    return waits;
  }

  /** Adds a call that is expensive, or that must wait behind others. Returns whether it was added. */
  addIfWaiting(delivery: CallDelivery): boolean {
    // Nearly always no call waits, so only expensive calls must be found.
    if (this.#groups.size === 0 && !this.#implementation.isExpensive) return false;
    const group = this.#groupOfCall(delivery.call);
    if (group) this.#enqueue(group, [delivery]);
    return group !== undefined;
  }

  add(lock: Lock, deliveries: readonly CallDelivery[]): void {
    this.#enqueue(this.#groupOrNew(lock), deliveries);
  }

  #groupOfCall(call: Call): Group | undefined {
    const { isExpensive } = this.#implementation;
    const sameRecord = this.#queueOf(this.#recordOf(call));
    if (sameRecord) return sameRecord.group;
    if (isExpensive?.(call.input)) return this.#groupOrNew(expensiveLock(call.account));
    if (this.#groups.size === 0) return undefined;
    const lock = locksOfCall(call, this.#implementation).find(({ key }) => this.#groups.has(key));
    return lock && this.#groups.get(lock.key);
  }

  #groupOrNew(lock: Lock): Group {
    return this.#groups.get(lock.key) ?? { lock, waiting: [], running: 0 };
  }

  #enqueue(group: Group, deliveries: readonly CallDelivery[]): void {
    for (const delivery of deliveries) {
      this.#since.set(delivery.call, performance.now());
      const record = this.#recordOf(delivery.call);
      const queue = this.#queueOf(record);
      if (queue) queue.calls += 1;
      else if (record !== undefined) this.#records.set(record, { group, calls: 1 });
      delivery.onLockWait?.();
    }
    this.#appendAndRun(group, deliveries);
  }

  #appendAndRun(group: Group, deliveries: readonly CallDelivery[]): void {
    group.waiting.push(...deliveries);
    if (this.#groups.has(group.lock.key)) return;
    this.#groups.set(group.lock.key, group);
    void this.#run(group);
  }

  async #run(group: Group): Promise<void> {
    const connections = group.lock.kind === 'expensive' ? this.#expensiveConnections : this.#connections;
    while (group.waiting.length > 0) {
      await connections.acquire();
      const set = byCall(this.#nextSet(group));
      group.running = set.size;
      // While other sets wait for a connection, this one does not wait for the lock.
      const result = await this.#runSet([...set.keys()], group.lock, !connections.hasWaiting);
      connections.release();
      group.running = 0;
      for (const [call] of result.replies) this.#remove(call, group);
      for (const call of result.expiredCalls) this.#remove(call, group);
      settleAll(result, set);
      for (const { lock, calls } of result.lockedCalls.values())
        this.#waitAgain(group, lock, deliveriesOf(calls, set));
      group.waiting.unshift(...deliveriesOf(result.postponedCalls, set));
      if (result.lockedCalls.size > 0) await delay(retryMs);
    }
    this.#groups.delete(group.lock.key);
  }

  /** Takes the next set out of a group. Conflicting calls, and other expensive ones, stay for a later set. */
  #nextSet(group: Group): readonly CallDelivery[] {
    const filter = new ConflictFilter(this.#implementation);
    const set: CallDelivery[] = [];
    const later: CallDelivery[] = [];
    // Expensive reads with the same input share one search.
    const fits = (call: Call) =>
      group.lock.kind === 'expensive' && set[0]
        ? this.#isSameRead(call, set[0].call)
        : set.length < maxSetCalls;
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
  #waitAgain(group: Group, lock: Lock, deliveries: readonly CallDelivery[]): void {
    if (lock.key === group.lock.key) {
      group.waiting.unshift(...deliveries);
      return;
    }
    const other = this.#groupOrNew(lock);
    const queues = new Set(deliveries.flatMap(({ call }) => this.#queueOf(this.#recordOf(call)) ?? []));
    const behind: CallDelivery[] = [];
    const rest: CallDelivery[] = [];
    for (const delivery of group.waiting) {
      const queue = this.#queueOf(this.#recordOf(delivery.call));
      (queue && queues.has(queue) ? behind : rest).push(delivery);
    }
    group.waiting = rest;
    for (const queue of queues) queue.group = other;
    this.#appendAndRun(other, [...deliveries, ...behind]);
  }

  #remove(call: Call, { lock }: Group): void {
    const since = this.#since.get(call);
    this.#since.delete(call);
    if (since !== undefined && lock.kind !== 'expensive') this.#onWaited(performance.now() - since);
    const record = this.#recordOf(call);
    const queue = this.#queueOf(record);
    if (record === undefined || !queue) return;
    queue.calls -= 1;
    if (queue.calls === 0) this.#records.delete(record);
  }

  #recordOf(call: Call): string | undefined {
    return this.#implementation.changedRecord?.(call);
  }

  #queueOf(record: string | undefined): RecordQueue | undefined {
    return record === undefined ? undefined : this.#records.get(record);
  }
}
