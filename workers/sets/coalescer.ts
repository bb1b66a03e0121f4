import type { Emit } from '../../shared/runtime/process/log.ts';
import type { Clock } from '../../shared/runtime/redis/clock.ts';
import { traceIdIn } from '../../shared/runtime/traces/traceContext.ts';
import { type Call, idsOf, maxBulkSetCalls, maxSetCalls } from '../../shared/wire/call.ts';
import type { Lane } from '../../shared/wire/queues.ts';
import { inTurn } from './accountTurns.ts';
import type { BusyTime } from './busyTime.ts';
import { ConflictFilter } from './conflictFilter.ts';
import type { Implementation } from './implementation.ts';
import { LockWaiters } from './lockWaiters.ts';
import type { Semaphore } from './semaphore.ts';
import {
  byCall,
  type CallDelivery,
  deliveriesOf,
  type RunSet,
  type SetResult,
  settleAll,
  waitOf,
} from './setResult.ts';

/*
 * States of a call:
 *
 * | state   | kept in       | next                                                                              |
 * | ------- | ------------- | --------------------------------------------------------------------------------- |
 * | waiting | `#waiting`    | running, when fewer than `#maxSets` sets run, unless the set is full or the call  |
 * |         |               | conflicts with another one of the set; locked, if the operation calls it          |
 * |         |               | expensive, or if calls before it wait for its record or for a lock that it needs  |
 * | running | its set       | settled; expired; waiting in front of all others, if the set had no room for it   |
 * |         |               | (`postponedCalls`); locked (`lockedCalls`), if another transaction holds its      |
 * |         |               | lock, if it proves expensive, if its work has to be done in steps, or if a        |
 * |         |               | time-out or a repeated deadlock divides the set                                   |
 * | locked  | `LockWaiters` | settled; expired                                                                  |
 *
 * A set starts when calls arrive or a set ends, so calls gather while the database is busy: there is no timer.
 */

export interface CoalescerOptions {
  readonly lane: Lane;
  /** Limits sets that wait for locks. Shared by all coalescers of a pool. */
  readonly lockConnections: Semaphore;
  /** Limits expensive calls in the same way. */
  readonly expensiveConnections: Semaphore;
  readonly clock: Clock;
  /** Shared by all coalescers of a queue. */
  readonly busyTime: BusyTime;
  /** True if the log names the calls of sets. */
  readonly namesCalls: boolean;
}

export interface CoalescerState {
  readonly waiting: number;
  readonly running: number;
  readonly locked: number;
}

const maxTraceIds = 16;

/** Sets in flight at once. More sets would be smaller, and writing ones would wait for each other's locks. */
const parallelSets = {
  interactive: { writes: 1, reads: 2 },
  bulk: { writes: 1, reads: 1 },
} as const;

/** Runs the calls of one operation as sets of those that arrived while the previous sets were in the database. */
export class Coalescer {
  readonly #implementation: Implementation;
  readonly #runSet: RunSet;
  readonly #lockWaiters: LockWaiters;
  readonly #emit: Emit;
  readonly #maxSets: number;
  readonly #maxCalls: number;
  readonly #options: CoalescerOptions;
  #waiting: CallDelivery[] = [];
  #runningSets = 0;
  #runningCalls = 0;
  /** True if the last set had no room for some of its calls. */
  #isFull = false;

  constructor(implementation: Implementation, runSet: RunSet, emit: Emit, options: CoalescerOptions) {
    this.#implementation = implementation;
    this.#runSet = runSet;
    this.#emit = emit;
    this.#options = options;
    const { lane, lockConnections, expensiveConnections } = options;
    this.#lockWaiters = new LockWaiters({
      implementation,
      runSet: (...set) => this.#run(...set),
      connections: lockConnections,
      expensiveConnections,
      onWaited: (ms) => emit('lock_waited', { method: implementation.contract.name, lane, ms }),
    });
    const { contract, isAtomic } = implementation;
    this.#maxSets = parallelSets[lane][contract.kind];
    const maxCalls = lane === 'bulk' && contract.kind === 'writes' ? maxBulkSetCalls : maxSetCalls;
    this.#maxCalls = isAtomic ? 1 : maxCalls;
  }

  get state(): CoalescerState {
    return { waiting: this.#waiting.length, running: this.#runningCalls, locked: this.#lockWaiters.size };
  }

  /** Calls that wait for the number sequence of each account, by `accounts.id`. */
  get sequenceWaits(): ReadonlyMap<number, number> {
    return this.#lockWaiters.sequenceWaits;
  }

  add(deliveries: readonly CallDelivery[]): void {
    this.#waiting.push(...deliveries);
    this.#runWaiting();
  }

  #runWaiting(): void {
    while (this.#runningSets < this.#maxSets && this.#waiting.length > 0) void this.#runNext();
  }

  async #runNext(): Promise<void> {
    const set = byCall(this.#nextSet());
    if (set.size === 0) return;
    this.#runningSets += 1;
    this.#runningCalls += set.size;
    this.#options.busyTime.begin();
    const result = await this.#run([...set.keys()]);
    this.#options.busyTime.end();
    this.#runningSets -= 1;
    this.#runningCalls -= set.size;
    this.#isFull = result.postponedCalls.length > 0;
    if (this.#isFull) this.#waiting.unshift(...deliveriesOf(result.postponedCalls, set));
    settleAll(result, set);
    for (const { lock, calls } of result.lockedCalls.values())
      this.#lockWaiters.add(lock, deliveriesOf(calls, set));
    this.#runWaiting();
  }

  async #run(...set: Parameters<RunSet>): Promise<SetResult> {
    const startedAt = performance.now();
    const result = await this.#runSet(...set);
    const ms = performance.now() - startedAt;
    result.startedAt = Math.round(this.#options.clock.now() - ms);
    this.#emitSet(result, ms);
    return result;
  }

  /** Takes the next set. Calls that need a held lock join the lock waiters. Conflicting calls wait for a later set. */
  #nextSet(): readonly CallDelivery[] {
    const set: CallDelivery[] = [];
    const later: CallDelivery[] = [];
    const filter = new ConflictFilter(this.#implementation);
    // If not all calls fit, accounts take turns, so that an account with many calls does not delay the others.
    const isShort = this.#waiting.length > this.#maxCalls || this.#isFull;
    const ordered = isShort ? inTurn(this.#waiting, ({ call: { account } }) => account) : this.#waiting;
    for (const delivery of ordered) {
      if (this.#lockWaiters.addIfWaiting(delivery)) continue;
      if (set.length < this.#maxCalls && filter.admits(delivery.call)) set.push(delivery);
      else later.push(delivery);
    }
    this.#waiting = later;
    return set;
  }

  #emitSet({ replies, expiredCalls, startedAt }: SetResult, ms: number): void {
    const calls = replies.size + expiredCalls.length;
    if (calls === 0) return;
    let refused = 0;
    const waitsMs: number[] = [];
    for (const [call, reply] of replies) {
      if (reply.kind === 'refused') refused += 1;
      const waitMs = waitOf(call, startedAt);
      if (waitMs !== undefined) waitsMs.push(waitMs);
    }
    const { name: method } = this.#implementation.contract;
    const { lane, namesCalls } = this.#options;
    const traceIds = traceIdsOf(replies.keys());
    this.#emit('set', {
      method,
      lane,
      calls,
      refused,
      ms: Math.round(ms * 100) / 100,
      ...(traceIds && { traceIds }),
      ...(namesCalls && { callIds: idsOf([...replies.keys(), ...expiredCalls]) }),
    });
    this.#emit('calls_waited', { method, lane, waitsMs });
  }
}

function traceIdsOf(calls: Iterable<Call>): readonly string[] | undefined {
  let ids: Set<string> | undefined;
  for (const { traceparent } of calls) {
    if (traceparent === undefined) continue;
    ids ??= new Set();
    if (ids.size < maxTraceIds) ids.add(traceIdIn(traceparent));
  }
  return ids && [...ids];
}
