import { byMethod, type Call, type CallJob } from '../../shared/calls/call.ts';
import { internalError } from '../../shared/calls/envelope.ts';
import type { Emit } from '../../shared/process/log.ts';
import type { Coalescer, Settle } from '../sets/coalescer.ts';
import type { PoisonIsolation } from './poisonIsolation.ts';
import type { ReplySender } from './replySender.ts';

/** A job as the queue delivers it. */
export interface Delivered {
  readonly id: string;
  readonly data: CallJob;
  /** How often it was delivered, this time included. More than once means that a worker died or froze meanwhile. */
  readonly deliveries: number;
  /** Told when one of its calls waits for a lock, which may take until its deadline. */
  readonly onLockWait?: () => void;
}

interface Parts {
  readonly coalescers: ReadonlyMap<string, Coalescer>;
  readonly replies: ReplySender;
  readonly poisonIsolation: PoisonIsolation;
  readonly emit: Emit;
}

type SettleOf = (call: Call) => Settle;

/** Takes jobs apart into the calls of their operations, and is done with a job when all its replies are sent. */
export class JobProcessor {
  readonly #coalescers: ReadonlyMap<string, Coalescer>;
  readonly #replies: ReplySender;
  readonly #poisonIsolation: PoisonIsolation;
  readonly #emit: Emit;

  constructor({ coalescers, replies, poisonIsolation, emit }: Parts) {
    this.#coalescers = coalescers;
    this.#replies = replies;
    this.#poisonIsolation = poisonIsolation;
    this.#emit = emit;
  }

  /** Rejects when the replies can't be sent. */
  async process({ id, data: { replyTo, calls }, deliveries, onLockWait }: Delivered): Promise<void> {
    const sent = new Set<Promise<void>>();
    await eachSettled(calls.length, (settled) => {
      const settleOf: SettleOf = (call) => (reply) => {
        if (reply) sent.add(this.#replies.send(replyTo, call.id, reply));
        settled();
      };
      const known = calls.filter((call) => this.#isKnown(call, settleOf(call)));
      if (deliveries > 1)
        void this.#poisonIsolation.run(
          id,
          known.map((call) => ({ call, settle: settleOf(call) })),
        );
      else this.#coalesce(known, settleOf, onLockWait);
    });
    await Promise.all(sent);
  }

  #coalesce(calls: readonly Call[], settleOf: SettleOf, onLockWait?: () => void): void {
    const deliveryOf = (call: Call) => ({ call, settle: settleOf(call), ...(onLockWait && { onLockWait }) });
    for (const [method, group] of byMethod(calls)) this.#coalescers.get(method)?.add(group.map(deliveryOf));
  }

  /** A gateway may be newer than this worker, and know an operation more. */
  #isKnown(call: Call, settle: Settle): boolean {
    if (this.#coalescers.has(call.method)) return true;
    this.#emit('call_failed', { method: call.method, callId: call.id, error: { code: 'unknown_operation' } });
    settle(internalError);
    return false;
  }
}

/** One promise for the job, not one for each call: jobs carry many. */
function eachSettled(count: number, start: (settled: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    let open = count;
    if (open === 0) resolve();
    start(() => {
      open -= 1;
      if (open === 0) resolve();
    });
  });
}
