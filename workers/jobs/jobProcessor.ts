import { addToGroup } from '../../shared/contract/values/groupBy.ts';
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
  readonly #dependencies: JobProcessorDependencies;

  constructor(dependencies: JobProcessorDependencies) {
    this.#dependencies = dependencies;
  }

  /** Rejects if the replies can't be sent. */
  async process(job: ReceivedJob): Promise<void> {
    const { coalescers, replies, runners, poisonIsolation } = this.#dependencies;
    const progress = new JobProgress(job, replies);
    const byOperation = new Map<Coalescer, CallDelivery[]>();
    for (const call of job.data.calls) {
      const delivery = new DeliveryOfJob(call, progress);
      const coalescer = coalescers.get(call.method);
      if (coalescer) addToGroup(byOperation, coalescer, delivery);
      else this.#failUnknown(delivery);
    }
    if (job.deliveryCount > 1) void poisonIsolation.run(job.id, [...byOperation.values()].flat(), runners);
    else for (const [coalescer, group] of byOperation) coalescer.add(group);
    await progress.done();
  }

  /** Answers calls of operations that only newer gateways know. */
  #failUnknown(delivery: CallDelivery): void {
    const { method, id } = delivery.call;
    this.#dependencies.emit('call_failed', { method, callId: id, error: { code: 'unknown_operation' } });
    delivery.settle(internalError);
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

  /** Must be called once for each call. An expired one has no reply. */
  settled(call: Call, reply: Reply | undefined, waitMs: number | undefined): void {
    if (reply) this.#sent.add(this.#replies.send(this.#job.data.replyTo, call.id, reply, waitMs));
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
    this.#progress.settled(this.call, reply, waitMs);
  }

  expire(): void {
    this.#progress.settled(this.call, undefined, undefined);
  }

  onLockWait(): void {
    this.#progress.waitsForLock();
  }
}
