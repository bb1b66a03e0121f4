import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '../../shared/contract/values/idents.ts';
import { backoffMs } from '../../shared/runtime/process/backoff.ts';
import { type Emit, summarize } from '../../shared/runtime/process/log.ts';
import type { Clock } from '../../shared/runtime/redis/clock.ts';
import { type Call, idsOf } from '../../shared/wire/call.ts';
import { internalError, type Reply } from '../../shared/wire/envelope.ts';
import type { Database } from '../database/database.ts';
import { Inbox } from '../stores/inbox.ts';
import { isOfOneAccount, LockedElsewhere, StepNeeded, slowLock, unknownLock } from '../stores/locks.ts';
import { Stores, type StoresOptions } from '../stores/stores.ts';
import { repliesOf } from './callOutcome.ts';
import { type Implementation, neededLocks } from './implementation.ts';
import { recoveryFrom } from './recovery.ts';
import { Attempt } from './setResult.ts';

/** Milliseconds between two tries. Each pause differs, so that colliding sets do not collide again. */
export const retryBackoff = { firstMs: 10, maxMs: 250 };

/** The number of parts in which a set is tried again that a lock or one slow call delays. */
const parts = 8;

export interface SetRunnerParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly namesCalls?: boolean;
  readonly announce?: (accounts: readonly number[]) => void;
}

interface Trying {
  readonly attempt: Attempt;
  /** The lock for which the calls run apart from others. */
  readonly lock?: string | undefined;
  readonly mayWait?: boolean;
  readonly tries: number;
}

/** Runs the sets of one operation, so that each call has one effect however often it is delivered or tried. */
export class SetRunner {
  readonly #implementation: Implementation;
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #emit: Emit;
  readonly #namesCalls: boolean;
  readonly #announce: (accounts: readonly number[]) => void;

  constructor(implementation: Implementation, parts: SetRunnerParts) {
    this.#implementation = implementation;
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#emit = parts.emit;
    this.#namesCalls = parts.namesCalls ?? false;
    this.#announce = parts.announce ?? (() => {});
  }

  /**
   * Runs the calls whose locks are free. Waits only for `lock`, if `mayWait`, at most for the database's lock time-out. Never
   * rejects.
   */
  async attempt(calls: readonly Call[], lock?: string, mayWait = true): Promise<Attempt> {
    const attempt = new Attempt();
    await this.#run(calls, { attempt, lock, mayWait, tries: 1 });
    return attempt;
  }

  /** Returns the reply of an earlier run of the call, from the inbox. Rejects if the database does not answer. */
  async remembered(call: Call): Promise<Reply | undefined> {
    return (await this.#known([call])).get(call);
  }

  async #run(calls: readonly Call[], trying: Trying): Promise<void> {
    let open = this.#withoutExpired(calls, trying.attempt);
    if (open.length === 0) return;
    try {
      if (trying.tries > 1) open = await this.#withoutKnown(open, trying.attempt);
      if (open.length > 0) await this.#runOnce(open, trying);
    } catch (error) {
      await this.#recover(error, open, trying);
    }
  }

  #withoutExpired(calls: readonly Call[], { expired }: Attempt): readonly Call[] {
    const now = this.#clock.now();
    const open = calls.filter(({ deadline }) => deadline > now);
    if (open.length === calls.length) return calls;
    const late = calls.filter(({ deadline }) => deadline <= now);
    expired.push(...late);
    this.#emitExpired(late);
    return open;
  }

  /** Answers calls from the inbox that an earlier try or delivery may have committed. */
  async #withoutKnown(calls: readonly Call[], attempt: Attempt): Promise<readonly Call[]> {
    const known = await this.#known(calls);
    attempt.reply(known);
    return calls.filter((call) => !known.has(call));
  }

  async #known(calls: readonly Call[]): Promise<ReadonlyMap<Call, Reply>> {
    if (this.#implementation.contract.kind === 'reads') return new Map();
    return new Inbox(this.#database).find(calls);
  }

  /** Rejecting means that nothing of the set has happened, or that all of it has and the inbox knows. */
  async #runOnce(calls: readonly Call[], trying: Trying): Promise<void> {
    const { attempt } = trying;
    const { contract, run } = this.#implementation;
    const options = this.#storesOptions(trying);
    if (contract.kind === 'writes') return attempt.reply(await this.#write(calls, options));
    const outcomeOf = await run(calls, new Stores(this.#database, options));
    const { replies, postponed, slow } = repliesOf(contract, calls, outcomeOf);
    attempt.reply(replies);
    attempt.postponed.push(...postponed);
    for (const call of slow) attempt.lock(slowLock(call.account), [call]);
  }

  #storesOptions({ lock, mayWait }: Trying): StoresOptions {
    return { awaited: mayWait ? lock : undefined, isApart: isOfOneAccount(lock), clock: this.#clock };
  }

  async #write(calls: readonly Call[], options: StoresOptions): Promise<ReadonlyMap<Call, Reply>> {
    const { replies, changed } = await writeSet(calls, this.#implementation, this.#database, options);
    if (changed.length > 0) this.#announce(changed);
    return replies;
  }

  async #recover(error: unknown, calls: readonly Call[], trying: Trying): Promise<void> {
    const { attempt, tries } = trying;
    if (error instanceof StepNeeded) return this.#afterStep(error, calls, trying);
    if (error instanceof LockedElsewhere) return this.#withoutLocked(error, calls, trying);
    const method = this.#implementation.contract.name;
    this.#emit('set_replayed', { method, ...this.#counted(calls), error: summarize(error) });
    const isApart = isOfOneAccount(trying.lock);
    const recovery = recoveryFrom(error, { calls: calls.length, tries, isApart });
    if (recovery === 'halve') return this.#halve(error, calls, trying);
    if (recovery === 'waitInParts') return lockInParts(calls, attempt);
    await delay(backoffMs(tries, retryBackoff));
    return this.#run(calls, { ...trying, tries: tries + 1 });
  }

  /** Does a part of what was too much for one transaction. The calls that need it continue apart from the others. */
  async #afterStep(error: StepNeeded, calls: readonly Call[], trying: Trying): Promise<void> {
    try {
      const isDone = await error.step(this.#database);
      const isApart = calls.length > 1 && calls.every((call) => this.#needsOne(call, error.locks));
      // Fewer calls need less.
      if (!isDone && isApart) return await this.#halve(error, calls, trying);
    } catch (failure) {
      return this.#recover(failure, calls, trying);
    }
    return this.#withoutLocked(error, calls, trying);
  }

  #needsOne(call: Call, locks: ReadonlySet<string>): boolean {
    return neededLocks(call, this.#implementation).some((needed) => locks.has(needed));
  }

  /** Runs the other calls at once. Only the calls that need one of those locks wait. */
  #withoutLocked({ locks }: LockedElsewhere, calls: readonly Call[], trying: Trying): Promise<void> | void {
    const free: Call[] = [];
    for (const call of calls) {
      const lock = neededLocks(call, this.#implementation).find((needed) => locks.has(needed));
      if (lock === undefined) free.push(call);
      else trying.attempt.lock(lock, [call]);
    }
    // No call says that it needs the lock, so any of them may.
    if (free.length === calls.length) return lockInParts(calls, trying.attempt);
    return this.#run(free, trying);
  }

  /** Halves the set until the call that can't be run is alone, and fails alone. */
  async #halve(error: unknown, calls: readonly Call[], trying: Trying): Promise<void> {
    const [first, ...others] = calls as [Call, ...Call[]];
    if (others.length === 0) return this.#fail(error, first, trying.attempt);
    const middle = Math.ceil(calls.length / 2);
    for (const half of [calls.slice(0, middle), calls.slice(middle)])
      await this.#run(half, { ...trying, tries: 1 });
  }

  /** An unknown error does not say whether COMMIT took place. So the inbox is asked, until the deadline. */
  async #fail(error: unknown, call: Call, attempt: Attempt): Promise<void> {
    for (let tries = 1; call.deadline > this.#clock.now(); tries += 1) {
      try {
        attempt.replies.set(call, (await this.remembered(call)) ?? this.#failed(error, call));
        return;
      } catch {
        await delay(backoffMs(tries, retryBackoff));
      }
    }
    attempt.expired.push(call);
    this.#emitExpired([call]);
  }

  #failed(error: unknown, { method, id }: Call): Reply {
    this.#emit('call_failed', { method, callId: id, error: summarize(error) });
    return internalError;
  }

  #emitExpired(calls: readonly Call[]): void {
    this.#emit('calls_expired', { method: this.#implementation.contract.name, ...this.#counted(calls) });
  }

  #counted(calls: readonly Call[]) {
    return { calls: calls.length, ...(this.#namesCalls && { callIds: idsOf(calls) }) };
  }
}

/**
 * Postpones the calls as if each part needed its own lock. Halving would take too many rounds: each may last a lock time-out.
 */
function lockInParts(calls: readonly Call[], attempt: Attempt): void {
  const size = Math.ceil(calls.length / parts);
  for (let from = 0; from < calls.length; from += size)
    attempt.lock(unknownLock(newId()), calls.slice(from, from + size));
}

interface Written {
  readonly replies: ReadonlyMap<Call, Reply>;
  readonly changed: readonly number[];
}

/**
 * Runs a writing set in one transaction: its effect, then the inbox, which ends the transaction if one of the calls has run
 * before, then the list of changes, whose locks come last.
 */
export function writeSet(
  calls: readonly Call[],
  { contract, run }: Implementation,
  database: Database,
  options: StoresOptions,
): Promise<Written> {
  return database.transaction(async (transaction) => {
    const stores = new Stores(transaction, options);
    const outcomeOf = await run(calls, stores);
    const { replies } = repliesOf(contract, calls, outcomeOf);
    await stores.inbox.record(replies);
    return { replies, changed: await stores.changeLog.record() };
  });
}
