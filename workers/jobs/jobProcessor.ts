import { groupBy } from '../../shared/contract/values/groupBy.ts';
import type { Emit } from '../../shared/runtime/process/log.ts';
import type { Call, CallJob } from '../../shared/wire/call.ts';
import { internalError, type Reply } from '../../shared/wire/envelope.ts';
import type { Coalescer } from '../sets/coalescer.ts';
import type { CallDelivery } from '../sets/setResult.ts';
import type { IsolatedRunners, PoisonIsolation } from './poisonIsolation.ts';
import type { ReplySender } from './replySender.ts';

export interface ReceivedJob {
  readonly id: string;
  readonly data: CallJob;
  /** Counts this delivery too. More than one means that a worker died or froze. */
  readonly deliveryCount: number;
  /** Called when one of its calls waits for a lock, which may take until its deadline. */
  readonly onLockWait?: () => void;
}

interface JobProcessorDependencies {
  readonly coalescers: ReadonlyMap<string, Coalescer>;
  readonly replies: ReplySender;
  readonly runners: IsolatedRunners;
  readonly poisonIsolation: PoisonIsolation;
  readonly emit: Emit;
}

/** Passes the calls of jobs to their operations. A job is done when all its replies are sent. */
export class JobProcessor {
  readonly #coalescers: ReadonlyMap<string, Coalescer>;
  readonly #replies: ReplySender;
  readonly #runners: IsolatedRunners;
  readonly #poisonIsolation: PoisonIsolation;
  readonly #emit: Emit;

  constructor({ coalescers, replies, runners, poisonIsolation, emit }: JobProcessorDependencies) {
    this.#coalescers = coalescers;
    this.#replies = replies;
    this.#runners = runners;
    this.#poisonIsolation = poisonIsolation;
    this.#emit = emit;
  }

  /** Rejects if the replies can't be sent. */
  async process(job: ReceivedJob): Promise<void> {
    const progress = new JobProgress(job, this.#replies);
    const knownDeliveries: CallDelivery[] = [];
    for (const call of job.data.calls) {
      const delivery = new DeliveryOfJob(call, progress);
      if (this.#isKnown(delivery)) knownDeliveries.push(delivery);
    }
    if (job.deliveryCount > 1) void this.#poisonIsolation.run(job.id, knownDeliveries, this.#runners);
    else
      for (const [method, group] of groupBy(knownDeliveries, ({ call }) => call.method))
        this.#coalescers.get(method)?.add(group);
    await progress.done();
  }

  /** Answers calls of operations that only newer gateways know. */
  #isKnown(delivery: CallDelivery): boolean {
    const { method, id } = delivery.call;
    if (this.#coalescers.has(method)) return true;
    this.#emit('call_failed', { method, callId: id, error: { code: 'unknown_operation' } });
    delivery.settle(internalError);
    return false;
  }
}

/** Counts the calls of a job that are not settled. There is one promise for the job, since jobs have many calls. */
class JobProgress {
  readonly #job: ReceivedJob;
  readonly #replies: ReplySender;
  readonly #sent = new Set<Promise<void>>();
  readonly #settled: Promise<void>;
  #open: number;
  #end = () => {};

  constructor(job: ReceivedJob, replies: ReplySender) {
    this.#job = job;
    this.#replies = replies;
    this.#open = job.data.calls.length;
    this.#settled = new Promise((resolve) => {
      this.#end = resolve;
    });
    if (this.#open === 0) this.#end();
  }

  async done(): Promise<void> {
    await this.#settled;
    await Promise.all(this.#sent);
  }

  send(call: Call, reply: Reply, waitMs: number | undefined): void {
    this.#sent.add(this.#replies.send(this.#job.data.replyTo, call.id, reply, waitMs));
    this.settled();
  }

  settled(): void {
    this.#open -= 1;
    if (this.#open === 0) this.#end();
  }

  waitsForLock(): void {
    this.#job.onLockWait?.();
  }
}

class DeliveryOfJob implements CallDelivery {
  readonly call: Call;
  readonly #progress: JobProgress;

  constructor(call: Call, progress: JobProgress) {
    this.call = call;
    this.#progress = progress;
  }

  settle(reply: Reply, waitMs?: number): void {
    this.#progress.send(this.call, reply, waitMs);
  }

  expire(): void {
    this.#progress.settled();
  }

  onLockWait(): void {
    this.#progress.waitsForLock();
  }
}
