import type { OperationName } from '../../shared/contract/operations/allOperations.ts';
import { ignoreEvents } from '../../shared/runtime/process/log.ts';
import type { Call } from '../../shared/wire/call.ts';
import type { Reply } from '../../shared/wire/envelope.ts';
import type { Lane } from '../../shared/wire/queues.ts';
import { implementations } from '../../workers/operations/implementations.ts';
import { Coalescer } from '../../workers/sets/coalescer.ts';
import { type AnswerSet, settling } from './setResults.ts';
import { coalescerOptions } from './setRunners.ts';

/** A coalescer whose sets stay under way until the test lets them end. */
export class GatedSets {
  readonly #coalescer: Coalescer;
  readonly #ends: (() => void)[] = [];
  /** The sets that were begun, in this order. */
  readonly startedAt: (readonly Call[])[] = [];
  /** The calls that have ended, with their replies. */
  readonly settled = new Map<Call, Reply | 'expired'>();

  constructor(
    method: OperationName,
    replyTo: (call: Call) => Reply | 'expired' = () => 'expired',
    lane: Lane = 'interactive',
  ) {
    const runSet: AnswerSet = async (calls) => {
      this.startedAt.push(calls);
      await new Promise<void>((end) => this.#ends.push(end));
      return calls.map(replyTo);
    };
    this.#coalescer = new Coalescer(
      implementations[method],
      settling(runSet),
      ignoreEvents,
      coalescerOptions(lane),
    );
  }

  add(...calls: readonly Call[]): void {
    this.#coalescer.add(
      calls.map((call) => ({
        call,
        settle: (reply) => this.settled.set(call, reply),
        expire: () => this.settled.set(call, 'expired'),
      })),
    );
  }

  /** Lets a set end; resolves when its calls are settled. */
  async end(index: number): Promise<void> {
    this.#ends[index]?.();
    await new Promise(setImmediate);
  }

  /** Number of calls in each of the sets. */
  get sizes(): readonly number[] {
    return this.startedAt.map((calls) => calls.length);
  }
}
