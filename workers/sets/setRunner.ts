import type { Call } from '../../shared/call.ts';
import type { Clock } from '../../shared/clock.ts';
import { internalError, type Reply, refusalReply, successReply } from '../../shared/envelope.ts';
import { summarize, type Tell } from '../../shared/log.ts';
import type { Database } from '../database/database.ts';
import type { Implementation } from '../implementation.ts';
import type { Outcome } from '../outcome.ts';
import { Inbox } from '../stores/inbox.ts';
import { storesOn } from '../stores/index.ts';
import { checkedOutcome } from './checkedOutcome.ts';
import { isBrokenConnection, isDuplicate, isPassing } from './databaseErrors.ts';
import { pause } from './pause.ts';

/** Duplicates that stay after so many tries are no race. */
const mostDuplicates = 5;

interface SetRunnerParts {
  readonly database: Database;
  /** The one by which gateways tell deadlines. */
  readonly clock: Clock;
  readonly tell: Tell;
}

/** Runs the sets of one operation, so that each call has one effect however often it is delivered or tried. */
export class SetRunner {
  readonly #implementation: Implementation;
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #tell: Tell;

  constructor(implementation: Implementation, { database, clock, tell }: SetRunnerParts) {
    this.#implementation = implementation;
    this.#database = database;
    this.#clock = clock;
    this.#tell = tell;
  }

  /** One reply for each call, `undefined` where nobody waits any more. Never rejects. */
  async run(calls: readonly Call[]): Promise<readonly (Reply | undefined)[]> {
    const replies = new Map<Call, Reply>();
    await this.#settle(calls, replies, 1);
    return calls.map((call) => replies.get(call));
  }

  /** What the inbox knows of a call that was run before. */
  async remembered(call: Call): Promise<Reply | undefined> {
    const replies = new Map<Call, Reply>();
    await this.#withoutKnown([call], replies);
    return replies.get(call);
  }

  async #settle(calls: readonly Call[], replies: Map<Call, Reply>, tries: number): Promise<void> {
    const now = this.#clock.now();
    let open: readonly Call[] = calls.filter(({ deadline }) => deadline > now);
    this.#tellOfExpired(calls.length - open.length);
    if (open.length === 0) return;
    try {
      if (tries > 1) open = await this.#withoutKnown(open, replies);
      for (const [at, reply] of (await this.#attempt(open)).entries()) replies.set(open[at] as Call, reply);
    } catch (error) {
      await this.#recover(error, open, replies, tries);
    }
  }

  /** An earlier try or delivery may have committed: what the inbox knows is answered from there. */
  async #withoutKnown(calls: readonly Call[], replies: Map<Call, Reply>): Promise<readonly Call[]> {
    if (this.#implementation.contract.kind === 'reads') return calls;
    for (const [call, reply] of await new Inbox(this.#database).find(calls)) replies.set(call, reply);
    return calls.filter((call) => !replies.has(call));
  }

  /** After an error here nothing of the set has happened, or all of it and the inbox knows. */
  async #attempt(calls: readonly Call[]): Promise<readonly Reply[]> {
    if (calls.length === 0) return [];
    const { contract, run } = this.#implementation;
    if (contract.kind === 'reads') return this.#replies(calls, await run(calls, storesOn(this.#database)));
    return this.#database.transaction(async (transaction) => {
      const replies = this.#replies(calls, await run(calls, storesOn(transaction)));
      await new Inbox(transaction).record(calls, replies);
      return replies;
    });
  }

  #replies(calls: readonly Call[], outcomes: readonly Outcome[]): readonly Reply[] {
    const { contract } = this.#implementation;
    if (outcomes.length !== calls.length)
      throw new Error(`${contract.name}: ${outcomes.length} outcomes for ${calls.length} calls`);
    return outcomes.map((outcome) =>
      outcome.done
        ? successReply(contract, outcome.data)
        : refusalReply(contract, outcome.code, outcome.data, outcome.details),
    );
  }

  async #recover(
    error: unknown,
    calls: readonly Call[],
    replies: Map<Call, Reply>,
    tries: number,
  ): Promise<void> {
    const method = this.#implementation.contract.name;
    this.#tell('set_replayed', { method, calls: calls.length, error: summarize(error) });
    // A set that breaks its connection again may be more than the server takes at once.
    if (isBrokenConnection(error) && tries > 1 && calls.length > 1) return this.#apart(error, calls, replies);
    if (isPassing(error) || (isDuplicate(error) && tries <= mostDuplicates)) {
      await pause(tries);
      return this.#settle(calls, replies, tries + 1);
    }
    return this.#apart(error, calls, replies);
  }

  /** Halves the set until the call that can't be run stands alone, and fails alone. */
  async #apart(error: unknown, calls: readonly Call[], replies: Map<Call, Reply>): Promise<void> {
    const [first, ...others] = calls as [Call, ...Call[]];
    if (others.length === 0) {
      const reply = await checkedOutcome(first, this.#clock, (call) => this.remembered(call));
      if (reply === internalError)
        this.#tell('call_failed', { method: first.method, callId: first.id, error: summarize(error) });
      if (reply) replies.set(first, reply);
      else this.#tellOfExpired(1);
      return;
    }
    const middle = Math.ceil(calls.length / 2);
    await this.#settle(calls.slice(0, middle), replies, 1);
    await this.#settle(calls.slice(middle), replies, 1);
  }

  #tellOfExpired(calls: number): void {
    if (calls > 0) this.#tell('calls_expired', { method: this.#implementation.contract.name, calls });
  }
}
