import type { Call } from '../shared/call.ts';
import type { Reply } from '../shared/envelope.ts';
import type { Tell } from '../shared/log.ts';
import type { Lane } from '../shared/queues.ts';
import { inTurn } from './fairness.ts';
import type { Implementation } from './implementation.ts';
import { Claims } from './independence.ts';
import { later } from './sets/replyOf.ts';

/**
 * Runs a set; resolves to one reply for each call: `undefined` for calls that nobody waits for any more, `later` for reads that
 * it had no room for. Never rejects.
 */
export type RunSet = (calls: readonly Call[]) => Promise<readonly (Reply | undefined)[]>;

/** Takes the reply to a call; `undefined` when nobody waits for it. */
export type Settle = (reply: Reply | undefined) => void;

/** A call that came in a job, and where its reply goes. */
export interface Delivery {
  readonly call: Call;
  readonly settle: Settle;
}

const mostCalls = 256;
/** Sets under way at once; more of them make smaller sets, and writing ones wait for each other's locks. */
const parallelSets = {
  interactive: { writes: 1, reads: 2 },
  bulk: { writes: 1, reads: 1 },
} as const;

/** Runs the calls of one operation as sets: what arrived while the previous sets were in the database, without a timer. */
export class Coalescer {
  readonly #implementation: Implementation;
  readonly #runSet: RunSet;
  readonly #tell: Tell;
  readonly #mostSets: number;
  #waiting: Delivery[] = [];
  #underWay = 0;
  /** Whether the last set had no room for some of its calls. */
  #isFull = false;

  constructor(implementation: Implementation, runSet: RunSet, tell: Tell, lane: Lane = 'interactive') {
    this.#implementation = implementation;
    this.#runSet = runSet;
    this.#tell = tell;
    this.#mostSets = parallelSets[lane][implementation.contract.kind];
  }

  add(deliveries: readonly Delivery[]): void {
    this.#waiting.push(...deliveries);
    this.#runWaiting();
  }

  #runWaiting(): void {
    while (this.#underWay < this.#mostSets && this.#waiting.length > 0) void this.#runNext();
  }

  async #runNext(): Promise<void> {
    this.#underWay += 1;
    const set = this.#take();
    const begun = performance.now();
    const replies = await this.#runSet(set.map(({ call }) => call));
    this.#underWay -= 1;
    const open = set.filter((_, at) => replies[at] === later);
    this.#waiting.unshift(...open);
    this.#isFull = open.length > 0;
    set.forEach(({ settle }, at) => replies[at] !== later && settle(replies[at]));
    this.#tellOf(replies, performance.now() - begun);
    this.#runWaiting();
  }

  /** Takes the next set; a second call on the same record, or with the same key, waits for a later one. */
  #take(): Delivery[] {
    const set: Delivery[] = [];
    const later: Delivery[] = [];
    const claims = new Claims(this.#implementation);
    for (const delivery of this.#inTurn()) {
      if (set.length < mostCalls && claims.claim(delivery.call)) set.push(delivery);
      else later.push(delivery);
    }
    this.#waiting = later;
    return set;
  }

  /** When not all can come along, an account that has many calls waiting does not make the others wait for all of them. */
  #inTurn(): readonly Delivery[] {
    if (this.#waiting.length <= mostCalls && !this.#isFull) return this.#waiting;
    return inTurn(this.#waiting, ({ call: { account } }) => account);
  }

  #tellOf(all: readonly (Reply | undefined)[], ms: number): void {
    const replies = all.filter((reply) => reply !== later);
    const refused = replies.filter((reply) => reply?.code).length;
    const { name: method } = this.#implementation.contract;
    this.#tell('set', { method, calls: replies.length, refused, ms: Math.round(ms * 100) / 100 });
  }
}
