import type { Call } from '../../shared/calls/call.ts';
import { internalError, type Reply } from '../../shared/calls/envelope.ts';
import { type Emit, summarize } from '../../shared/process/log.ts';
import type { Clock } from '../../shared/redis/clock.ts';
import type { Database } from '../database/database.ts';
import { Inbox } from '../stores/inbox.ts';
import { storesOn } from '../stores/index.ts';
import { LockedElsewhere } from '../stores/locks.ts';
import { Attempt } from './attempt.ts';
import { checkedOutcome } from './checkedOutcome.ts';
import { isBrokenConnection, isDuplicate, isPassing, mayBeOneCall } from './databaseErrors.ts';
import { heldBy, unknownLock } from './heldCalls.ts';
import type { Implementation } from './implementation.ts';
import type { Outcome } from './outcome.ts';
import { pause } from './pause.ts';
import { later, replyOf } from './replyOf.ts';

/** Duplicates that stay after so many tries are no race. */
const maxDuplicates = 5;

/** A set that some lock or slow call holds up is tried again in so many parts. */
const parts = 8;

interface SetRunnerParts {
  readonly database: Database;
  /** The one by which gateways tell deadlines. */
  readonly clock: Clock;
  readonly emit: Emit;
  /** Whether workers of version 0.1.0 run; none unless it is given. */
  readonly earlierWorkers?: { readonly arePresent: boolean };
}

type Settled = Attempt['settled'];

interface Trying {
  readonly attempt: Attempt;
  /** The lock that may be waited for. */
  readonly awaited: string | undefined;
  readonly attempts: number;
}

/** Runs the sets of one operation, so that each call has one effect however often it is delivered or tried. */
export class SetRunner {
  readonly #implementation: Implementation;
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #emit: Emit;
  readonly #earlierWorkers: { readonly arePresent: boolean };

  constructor(implementation: Implementation, parts: SetRunnerParts) {
    this.#implementation = implementation;
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#emit = parts.emit;
    this.#earlierWorkers = parts.earlierWorkers ?? { arePresent: false };
  }

  /**
   * One reply for each call: `undefined` where nobody waits any more, `later` for a read that comes again. Waits for locks.
   * Never rejects.
   */
  async run(calls: readonly Call[]): Promise<readonly (Reply | undefined)[]> {
    const { settled, held, postponed } = await this.attempt(calls);
    for (const call of postponed) settled.set(call, later);
    for (let attempts = 1; held.size > 0; attempts += 1) {
      const [lock, waiting] = held.entries().next().value as [string, Call[]];
      held.delete(lock);
      const next = await this.attempt(waiting, lock);
      for (const [call, reply] of next.settled) settled.set(call, reply);
      for (const [other, its] of next.held) held.set(other, [...(held.get(other) ?? []), ...its]);
      if (next.held.size > 0) await pause(attempts);
    }
    return calls.map((call) => settled.get(call));
  }

  /**
   * Settles the calls that no lock of others holds up; waits for the one lock that is named, for a while, and for no other.
   * Never rejects.
   */
  async attempt(calls: readonly Call[], awaited?: string): Promise<Attempt> {
    const attempt = new Attempt();
    await this.#settle(calls, { attempt, awaited, attempts: 1 });
    return attempt;
  }

  /** What the inbox knows of a call that was run before. */
  async remembered(call: Call): Promise<Reply | undefined> {
    const { settled } = new Attempt();
    await this.#withoutKnown([call], settled);
    return settled.get(call);
  }

  async #settle(calls: readonly Call[], trying: Trying): Promise<void> {
    const { settled } = trying.attempt;
    let open = this.#withoutExpired(calls, settled);
    if (open.length === 0) return;
    try {
      if (trying.attempts > 1) open = await this.#withoutKnown(open, settled);
      const replies = await this.#runOnce(open, trying.awaited);
      for (const [at, reply] of replies.entries()) trying.attempt.settle(open[at] as Call, reply);
    } catch (error) {
      await this.#recover(error, open, trying);
    }
  }

  #withoutExpired(calls: readonly Call[], settled: Settled): readonly Call[] {
    const now = this.#clock.now();
    const open = calls.filter(({ deadline }) => deadline > now);
    for (const call of calls) if (call.deadline <= now) settled.set(call, undefined);
    this.#emitExpired(calls.length - open.length);
    return open;
  }

  /** An earlier try or delivery may have committed: what the inbox knows is answered from there. */
  async #withoutKnown(calls: readonly Call[], settled: Settled): Promise<readonly Call[]> {
    if (this.#implementation.contract.kind === 'reads') return calls;
    for (const [call, reply] of await new Inbox(this.#database).find(calls)) settled.set(call, reply);
    return calls.filter((call) => !settled.has(call));
  }

  /** After an error here nothing of the set has happened, or all of it and the inbox knows. */
  async #runOnce(calls: readonly Call[], awaited: string | undefined): Promise<readonly Reply[]> {
    if (calls.length === 0) return [];
    const { contract, run } = this.#implementation;
    if (contract.kind === 'reads') return this.#replies(calls, await run(calls, storesOn(this.#database)));
    const { arePresent: isBesideEarlier } = this.#earlierWorkers;
    return this.#database.transaction(async (transaction) => {
      const replies = this.#replies(
        calls,
        await run(calls, storesOn(transaction, { awaited, isBesideEarlier })),
      );
      await new Inbox(transaction).record(calls, replies);
      return replies;
    });
  }

  #replies(calls: readonly Call[], outcomes: readonly Outcome[]): readonly Reply[] {
    const { contract } = this.#implementation;
    if (outcomes.length !== calls.length)
      throw new Error(`${contract.name}: ${outcomes.length} outcomes for ${calls.length} calls`);
    return outcomes.map((outcome, at) => replyOf(contract, calls[at] as Call, outcome));
  }

  async #recover(error: unknown, calls: readonly Call[], trying: Trying): Promise<void> {
    const { attempt, attempts } = trying;
    if (error instanceof LockedElsewhere) return this.#waitForLock(error, calls, trying);
    const method = this.#implementation.contract.name;
    this.#emit('set_replayed', { method, calls: calls.length, error: summarize(error) });
    // A set that breaks its connection again may be more than the server takes at once.
    if (isBrokenConnection(error) && attempts > 1 && calls.length > 1)
      return this.#apart(error, calls, attempt);
    if (mayBeOneCall(error, attempts)) return holdInParts(calls, attempt);
    if (isPassing(error) || (isDuplicate(error) && attempts <= maxDuplicates)) {
      await pause(attempts);
      return this.#settle(calls, { ...trying, attempts: attempts + 1 });
    }
    return this.#apart(error, calls, attempt);
  }

  /** Goes on at once without the calls that need those locks. */
  #waitForLock({ locks }: LockedElsewhere, calls: readonly Call[], trying: Trying): Promise<void> {
    const free: Call[] = [];
    for (const call of calls) {
      const lock = heldBy(locks, call, this.#implementation, this.#earlierWorkers.arePresent);
      if (lock === undefined) free.push(call);
      else trying.attempt.hold(lock, [call]);
    }
    // Nobody said that they need the lock: then any of them may.
    if (free.length === calls.length) return Promise.resolve(holdInParts(calls, trying.attempt));
    return this.#settle(free, trying);
  }

  /** Halves the set until the call that can't be run stands alone, and fails alone. */
  async #apart(error: unknown, calls: readonly Call[], attempt: Attempt): Promise<void> {
    const [first, ...others] = calls as [Call, ...Call[]];
    if (others.length === 0) {
      const reply = await checkedOutcome(first, this.#clock, (call) => this.remembered(call));
      if (reply === internalError)
        this.#emit('call_failed', { method: first.method, callId: first.id, error: summarize(error) });
      if (reply === undefined) this.#emitExpired(1);
      attempt.settled.set(first, reply);
      return;
    }
    const middle = Math.ceil(calls.length / 2);
    for (const half of [calls.slice(0, middle), calls.slice(middle)])
      await this.#settle(half, { attempt, awaited: undefined, attempts: 1 });
  }

  #emitExpired(calls: number): void {
    if (calls > 0) this.#emit('calls_expired', { method: this.#implementation.contract.name, calls });
  }
}

/** Halves would take too many rounds: each of them may last as long as a lock is waited for. */
function holdInParts(calls: readonly Call[], attempt: Attempt): void {
  const size = Math.ceil(calls.length / parts);
  for (let at = 0; at < calls.length; at += size) attempt.hold(unknownLock(), calls.slice(at, at + size));
}
