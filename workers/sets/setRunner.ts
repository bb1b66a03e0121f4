import { type Emit, summarize } from '../../shared/runtime/process/log.ts';
import type { Clock } from '../../shared/runtime/redis/clock.ts';
import { type Call, idsOf } from '../../shared/wire/call.ts';
import { internalError, type Reply } from '../../shared/wire/envelope.ts';
import type { Database } from '../database/database.ts';
import { Inbox } from '../stores/inbox.ts';
import { CallsLeaveSet, expensiveLock, type Lock, StepNeeded, unknownLock } from '../stores/locks.ts';
import { Stores, type StoresOptions } from '../stores/stores.ts';
import { repliesOf } from './callOutcome.ts';
import { type Implementation, locksOfCall } from './implementation.ts';
import {
  DeadlinePassed,
  type Failures,
  halves,
  lockParts,
  noFailures,
  pauseAfter,
  recoveryFrom,
  split,
  withFailure,
} from './recovery.ts';
import { SetResult } from './setResult.ts';

export interface SetRunnerDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly emit: Emit;
  /** True if the log names the calls of sets. */
  readonly namesCalls: boolean;
  /** Called after COMMIT with the accounts that have changed. */
  readonly publishChanges: (accounts: readonly number[]) => void;
}

interface RetryState {
  readonly result: SetResult;
  readonly lock: Lock | undefined;
  readonly mayWait: boolean;
  /** True for calls that run apart from those of other accounts. */
  readonly isOfOneAccount: boolean;
  /** Counts from 1. */
  readonly attempt: number;
  readonly failures: Failures;
}

/** Runs the sets of one operation, so that each call has one effect however often it is delivered or attempted. */
export class SetRunner {
  readonly #implementation: Implementation;
  readonly #dependencies: SetRunnerDependencies;
  readonly #inbox: Inbox;

  constructor(implementation: Implementation, dependencies: SetRunnerDependencies) {
    this.#implementation = implementation;
    this.#dependencies = dependencies;
    this.#inbox = new Inbox(dependencies.database);
  }

  /**
   * Runs the calls whose locks are free. Waits only for `lock`, if `mayWait`, at most for the database's lock time-out. Never
   * rejects.
   */
  async run(calls: readonly Call[], lock?: Lock, mayWait = true): Promise<SetResult> {
    const result = new SetResult();
    const isOfOneAccount = lock !== undefined && lock.kind !== 'unknown';
    await this.#run(calls, { result, lock, mayWait, isOfOneAccount, attempt: 1, failures: noFailures });
    return result;
  }

  /** Returns the reply of an earlier run of the call, which may be ending. Rejects if the database does not answer. */
  async storedReply(call: Call): Promise<Reply | undefined> {
    if (this.#implementation.contract.kind === 'reads') return undefined;
    return (await this.#inbox.findSettled([call])).get(call);
  }

  async #run(calls: readonly Call[], state: RetryState): Promise<void> {
    let open = this.#expireLate(calls, state.result);
    if (open.length === 0) return;
    try {
      if (state.attempt > 1) open = await this.#answerStored(open, state.result);
      if (open.length > 0) await this.#runOnce(open, state);
    } catch (error) {
      await this.#recover(error, open, state);
    }
  }

  #expireLate(calls: readonly Call[], result: SetResult): readonly Call[] {
    const now = this.#dependencies.clock.now();
    const open: Call[] = [];
    const late: Call[] = [];
    for (const call of calls) (call.deadline > now ? open : late).push(call);
    if (late.length === 0) return calls;
    this.#expire(late, result);
    return open;
  }

  /** Answers calls from the inbox that an earlier attempt or delivery may have committed. */
  async #answerStored(calls: readonly Call[], result: SetResult): Promise<readonly Call[]> {
    if (this.#implementation.contract.kind === 'reads') return calls;
    const stored = await this.#inbox.find(calls);
    result.addReplies(stored);
    return calls.filter((call) => !stored.has(call));
  }

  /** Rejects if nothing of the set has happened, or if all of it has and the inbox knows. */
  async #runOnce(
    calls: readonly Call[],
    { result, lock, mayWait, isOfOneAccount }: RetryState,
  ): Promise<void> {
    const { contract, run, isAtomic = false } = this.#implementation;
    const awaited = mayWait ? lock : undefined;
    const options = { awaited, mayBeExpensive: isAtomic || isOfOneAccount, clock: this.#dependencies.clock };
    if (contract.kind === 'writes') {
      const written = await writeSet(calls, this.#implementation, this.#dependencies.database, options);
      result.addReplies(written.replies);
      if (written.changedAccounts.length > 0) this.#dependencies.publishChanges(written.changedAccounts);
      return;
    }
    const outcomeOf = await run(calls, new Stores(this.#dependencies.database, options));
    const { replies, postponedCalls, expensiveCalls } = repliesOf(contract, calls, outcomeOf);
    result.addReplies(replies);
    result.postponedCalls.push(...postponedCalls);
    for (const call of expensiveCalls) result.addLocked(expensiveLock(call.account), [call]);
  }

  async #recover(error: unknown, calls: readonly Call[], state: RetryState): Promise<void> {
    const { result, attempt, isOfOneAccount } = state;
    const failures = withFailure(state.failures, error);
    if (error instanceof StepNeeded) return this.#afterStep(error, calls, state);
    if (error instanceof CallsLeaveSet) return this.#runOthers(error, calls, state);
    if (error instanceof DeadlinePassed) return this.#expire(calls, result);
    const method = this.#implementation.contract.name;
    this.#dependencies.emit('set_retried', { method, ...this.#counted(calls), error: summarize(error) });
    const recovery = recoveryFrom(error, { calls: calls.length, attempt, failures, isOfOneAccount });
    if (recovery === 'halve') return this.#halve(error, calls, state);
    if (recovery === 'waitInParts') return lockInParts(calls, result);
    await pauseAfter(attempt);
    return this.#run(calls, { ...state, attempt: attempt + 1, failures });
  }

  /** Does a part of what was too much for one transaction. The calls that need it continue apart from the others. */
  async #afterStep(error: StepNeeded, calls: readonly Call[], state: RetryState): Promise<void> {
    try {
      const isDone = await error.step(this.#dependencies.database);
      const allNeedIt =
        calls.length > 1 && calls.every((call) => this.#lockIn(error.keys, call) !== undefined);
      // Fewer calls need less.
      if (!isDone && allNeedIt) return await this.#halve(error, calls, state);
    } catch (failure) {
      return this.#recover(failure, calls, state);
    }
    return this.#runOthers(error, calls, state);
  }

  /** Runs the other calls at once. Only the calls that need one of those locks wait. */
  #runOthers({ keys }: CallsLeaveSet, calls: readonly Call[], state: RetryState): Promise<void> | void {
    const free: Call[] = [];
    for (const call of calls) {
      const lock = this.#lockIn(keys, call);
      if (lock === undefined) free.push(call);
      else state.result.addLocked(lock, [call]);
    }
    // No call says that it needs the lock, so any of them may.
    if (free.length === calls.length) return lockInParts(calls, state.result);
    return this.#run(free, state);
  }

  #lockIn(keys: ReadonlySet<string>, call: Call): Lock | undefined {
    return locksOfCall(call, this.#implementation).find(({ key }) => keys.has(key));
  }

  /** Halves the set until the call that can't be run is alone, and fails alone. */
  async #halve(error: unknown, calls: readonly Call[], state: RetryState): Promise<void> {
    const [first, ...others] = calls as [Call, ...Call[]];
    if (others.length === 0) return this.#fail(error, first, state.result);
    for (const half of split(calls, halves))
      await this.#run(half, { ...state, attempt: 1, failures: noFailures });
  }

  /** An unknown error does not say whether COMMIT took place. So the inbox is asked, until the deadline. */
  async #fail(error: unknown, call: Call, result: SetResult): Promise<void> {
    for (let attempt = 1; call.deadline > this.#dependencies.clock.now(); attempt += 1) {
      try {
        result.replies.set(call, (await this.storedReply(call)) ?? this.#failed(error, call));
        return;
      } catch {
        await pauseAfter(attempt);
      }
    }
    this.#expire([call], result);
  }

  #failed(error: unknown, { method, id }: Call): Reply {
    this.#dependencies.emit('call_failed', { method, callId: id, error: summarize(error) });
    return internalError;
  }

  #expire(calls: readonly Call[], { expiredCalls }: SetResult): void {
    expiredCalls.push(...calls);
    this.#dependencies.emit('calls_expired', {
      method: this.#implementation.contract.name,
      ...this.#counted(calls),
    });
  }

  #counted(calls: readonly Call[]) {
    return { calls: calls.length, ...(this.#dependencies.namesCalls && { callIds: idsOf(calls) }) };
  }
}

interface WrittenSet {
  readonly replies: ReadonlyMap<Call, Reply>;
  readonly changedAccounts: readonly number[];
}

/**
 * Runs a writing set in one transaction: its effect, the history, the inbox, the list of changes. The inbox rolls back the
 * transaction if one of the calls has run before. The locks of the list come last. A refused atomic call is rolled back; only
 * its reply is stored.
 */
export async function writeSet(
  calls: readonly Call[],
  { contract, run, isAtomic }: Implementation,
  database: Database,
  options: StoresOptions,
): Promise<WrittenSet> {
  try {
    return await database.transaction(async (transaction) => {
      const stores = new Stores(transaction, options);
      const outcomeOf = await run(calls, stores);
      const { replies } = repliesOf(contract, calls, outcomeOf);
      if (isAtomic && isRefused(replies)) throw new Undone(replies);
      await stores.recordHistory();
      await stores.inbox.record(replies);
      return { replies, changedAccounts: await stores.changeWriter.record() };
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    const { replies } = error;
    await database.transaction((transaction) => new Inbox(transaction).record(replies));
    return { replies, changedAccounts: [] };
  }
}

/** Rolls back the transaction of a refused call. */
class Undone extends Error {
  readonly replies: ReadonlyMap<Call, Reply>;

  constructor(replies: ReadonlyMap<Call, Reply>) {
    super('the call was refused');
    this.replies = replies;
  }
}

function isRefused(replies: ReadonlyMap<Call, Reply>): boolean {
  return [...replies.values()].some(({ kind }) => kind === 'refused');
}

/** Makes each part wait as for a lock of its own. */
function lockInParts(calls: readonly Call[], result: SetResult): void {
  for (const part of split(calls, lockParts)) result.addLocked(unknownLock(), part);
}
