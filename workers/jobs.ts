import type { Call, CallJob } from '../shared/call.ts';
import { Coalescer, type Delivery } from './coalescer.ts';
import type { ReplySender } from './replySender.ts';

/** Takes jobs apart into the calls of their operations, and is done with a job when all its replies are sent. */
export class JobProcessor {
  readonly #coalescers: ReadonlyMap<string, Coalescer>;
  readonly #replies: ReplySender;

  constructor(coalescers: ReadonlyMap<string, Coalescer>, replies: ReplySender) {
    this.#coalescers = coalescers;
    this.#replies = replies;
  }

  /** Rejects when a call names an operation that this worker does not have, or the replies can't be sent. */
  async process({ replyTo, calls }: CallJob): Promise<void> {
    await this.#runAll(replyTo, calls);
    await this.#replies.flush();
  }

  /** One promise for the job, not one for each call: jobs carry many. */
  #runAll(replyTo: string, calls: readonly Call[]): Promise<void> {
    return new Promise((resolve) => {
      let open = calls.length;
      const delivered = (call: Call): Delivery => ({
        call,
        settle: (reply) => {
          if (reply) this.#replies.send(replyTo, call.id, reply);
          open -= 1;
          if (open === 0) resolve();
        },
      });
      for (const [method, group] of byMethod(calls)) this.#coalescerOf(method).add(group.map(delivered));
    });
  }

  #coalescerOf(method: string): Coalescer {
    const coalescer = this.#coalescers.get(method);
    if (!coalescer) throw new Error(`no operation ${method} in this worker`);
    return coalescer;
  }
}

function byMethod(calls: readonly Call[]): Map<string, Call[]> {
  const groups = new Map<string, Call[]>();
  for (const call of calls) {
    const group = groups.get(call.method);
    if (group) group.push(call);
    else groups.set(call.method, [call]);
  }
  return groups;
}
