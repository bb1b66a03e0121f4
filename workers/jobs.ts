import type { Call, CallJob } from '../shared/call.ts';
import type { Reply } from '../shared/envelope.ts';
import type { Coalescer } from './coalescer.ts';
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
    const groups = [...byMethod(calls)].map(([method, group]) => [this.#coalescerOf(method), group] as const);
    const sent = new Set<Promise<void>>();
    await eachSettled(calls.length, (settled) => {
      const settle = (call: Call) => (reply: Reply | undefined) => {
        if (reply) sent.add(this.#replies.send(replyTo, call.id, reply));
        settled();
      };
      for (const [coalescer, group] of groups)
        coalescer.add(group.map((call) => ({ call, settle: settle(call) })));
    });
    await Promise.all(sent);
  }

  #coalescerOf(method: string): Coalescer {
    const coalescer = this.#coalescers.get(method);
    if (!coalescer) throw new Error(`no operation ${method} in this worker`);
    return coalescer;
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

function byMethod(calls: readonly Call[]): Map<string, Call[]> {
  const groups = new Map<string, Call[]>();
  for (const call of calls) {
    const group = groups.get(call.method);
    if (group) group.push(call);
    else groups.set(call.method, [call]);
  }
  return groups;
}
