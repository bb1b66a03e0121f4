import type { Call } from '../../shared/calls/call.ts';
import type { Reply } from '../../shared/calls/envelope.ts';
import type { Lane } from '../../shared/calls/queues.ts';
import type { Emit } from '../../shared/process/log.ts';
import type { Attempt } from './attempt.ts';
import { Claims } from './conflicts.ts';
import { inTurn } from './fairness.ts';
import type { Implementation } from './implementation.ts';
import { LockWaiters } from './lockWaiters.ts';
import { Slots } from './slots.ts';

/**
 * Runs a set; resolves to one reply for each call: `undefined` for calls that nobody waits for any more, `later` for reads that
 * it had no room for. Never rejects.
 */
export type RunSet = (calls: readonly Call[]) => Promise<readonly (Reply | undefined)[]>;

/** Runs the calls that no lock of others holds up; the lock that is named is waited for. Never rejects. */
export type TrySet = (calls: readonly Call[], awaited?: string) => Promise<Attempt>;

/** Takes the reply to a call; `undefined` when nobody waits for it. */
export type Settle = (reply: Reply | undefined) => void;

/** A call that came in a job, and where its reply goes. */
export interface Delivery {
  readonly call: Call;
  readonly settle: Settle;
  /** Told that the call waits for a lock, which may take until its deadline. */
  readonly onLockWait?: () => void;
}

interface CoalescerOptions {
  readonly lane?: Lane;
  /** For sets that wait for locks; shared by all that use the same connections. */
  readonly slots?: Slots;
}

const maxCalls = 256;
/** Sets under way at once; more of them make smaller sets, and writing ones wait for each other's locks. */
const parallelSets = {
  interactive: { writes: 1, reads: 2 },
  bulk: { writes: 1, reads: 1 },
} as const;

/** Runs the calls of one operation as sets: what arrived while the previous sets were in the database, without a timer. */
export class Coalescer {
  readonly #implementation: Implementation;
  readonly #trySet: TrySet;
  readonly #lockWaiters: LockWaiters;
  readonly #emit: Emit;
  readonly #maxSets: number;
  #waiting: Delivery[] = [];
  #inFlight = 0;
  /** Whether the last set had no room for some of its calls. */
  #isFull = false;

  constructor(
    implementation: Implementation,
    trySet: TrySet,
    emit: Emit,
    { lane = 'interactive', slots = new Slots(1) }: CoalescerOptions = {},
  ) {
    this.#implementation = implementation;
    this.#trySet = trySet;
    this.#emit = emit;
    const retryLockWaiters: TrySet = (calls, awaited) => this.#try(calls, awaited);
    this.#lockWaiters = new LockWaiters({ implementation, trySet: retryLockWaiters, slots });
    this.#maxSets = parallelSets[lane][implementation.contract.kind];
  }

  add(deliveries: readonly Delivery[]): void {
    this.#waiting.push(...deliveries);
    this.#runWaiting();
  }

  #runWaiting(): void {
    while (this.#inFlight < this.#maxSets && this.#waiting.length > 0) void this.#runNext();
  }

  async #runNext(): Promise<void> {
    const set = new Map(this.#take().map((delivery) => [delivery.call, delivery]));
    if (set.size === 0) return;
    this.#inFlight += 1;
    const { settled, held, postponed } = await this.#try([...set.keys()]);
    this.#inFlight -= 1;
    this.#waiting.unshift(...postponed.map((call) => set.get(call) as Delivery));
    this.#isFull = postponed.length > 0;
    for (const [call, reply] of settled) set.get(call)?.settle(reply);
    for (const [lock, calls] of held)
      this.#lockWaiters.add(
        lock,
        calls.map((call) => set.get(call) as Delivery),
      );
    this.#runWaiting();
  }

  async #try(calls: readonly Call[], awaited?: string): Promise<Attempt> {
    const startedAt = performance.now();
    const attempt = await this.#trySet(calls, awaited);
    if (attempt.settled.size > 0)
      this.#emitEvent([...attempt.settled.values()], performance.now() - startedAt);
    return attempt;
  }

  /** Takes the next set; a second call on the same record, or with the same key, waits for a later one, or aside. */
  #take(): Delivery[] {
    const set: Delivery[] = [];
    const later: Delivery[] = [];
    const claims = new Claims(this.#implementation);
    for (const delivery of this.#inTurn()) {
      if (this.#lockWaiters.takes(delivery)) continue;
      if (set.length < maxCalls && claims.claim(delivery.call)) set.push(delivery);
      else later.push(delivery);
    }
    this.#waiting = later;
    return set;
  }

  /** When not all can come along, an account that has many calls waiting does not make the others wait for all of them. */
  #inTurn(): readonly Delivery[] {
    if (this.#waiting.length <= maxCalls && !this.#isFull) return this.#waiting;
    return inTurn(this.#waiting, ({ call: { account } }) => account);
  }

  #emitEvent(replies: readonly (Reply | undefined)[], ms: number): void {
    const refused = replies.filter((reply) => reply && reply.kind !== 'done').length;
    const { name: method } = this.#implementation.contract;
    this.#emit('set', { method, calls: replies.length, refused, ms: Math.round(ms * 100) / 100 });
  }
}
