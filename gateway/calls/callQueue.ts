import { Durations } from '../../observe/status/durations.ts';
import type { Pause } from '../../shared/wire/pauses.ts';
import { type QueueId, queueLabel } from '../../shared/wire/queues.ts';
import type { JobBatcher } from './jobBatcher.ts';
import type { Served } from './jobSender.ts';
import type { PendingCall } from './pendingCalls.ts';
import type { UnavailableReason } from './unavailable.ts';
import { WaitEstimate } from './waitEstimate.ts';

/** The queue of a resource in a lane, as one gateway sees it. `QueueWatch` keeps pause, workers and partitions current. */
export class CallQueue {
  readonly id: QueueId;
  readonly label: string;
  /** From the acceptance of a call to its reply. */
  readonly times = new Durations();
  readonly wait = new WaitEstimate();
  readonly served: Served;
  pause: Pause | undefined;
  /** The queue has been without a worker for so long that a call would only time out. */
  isWithoutWorker = false;
  readonly #batcher: JobBatcher;

  constructor(id: QueueId, batcher: JobBatcher, served: Served = { partitions: 1 }) {
    this.id = id;
    this.label = queueLabel(id);
    this.#batcher = batcher;
    this.served = served;
  }

  /** Milliseconds until the end of the pause at this service time; 0 without a pause. */
  pausedMs(now: number): number {
    if (this.pause === undefined) return 0;
    const { until } = this.pause;
    return until === null ? Number.POSITIVE_INFINITY : Math.max(0, until - now);
  }

  /** Reason why a call would only wait here. `ahead` calls of its account come before it. */
  rejection(ahead: number, maxWaitMs: number): UnavailableReason | undefined {
    if (this.isWithoutWorker) return 'no_worker';
    return this.wait.msFor(Math.min(this.wait.inFlight, ahead)) > maxWaitMs ? 'wait' : undefined;
  }

  send(...calls: readonly PendingCall[]): void {
    this.#batcher.add(...calls);
  }

  /** Must be called when an entered call is answered, or nobody waits for it any more. */
  leave(call: PendingCall, isAnswered: boolean, ms: number): void {
    if (isAnswered) this.times.observe(ms);
    this.wait.leave(isAnswered);
    this.#batcher.answered(call);
  }

  /** Unanswered call that was accepted first. */
  get oldest(): PendingCall | undefined {
    return this.#batcher.oldest;
  }

  /** Sends the calls of lost jobs that are at least `ageMs` old again. Resolves to true if there were any. */
  restore(ageMs: number): Promise<boolean> {
    return this.#batcher.restore(ageMs);
  }
}
