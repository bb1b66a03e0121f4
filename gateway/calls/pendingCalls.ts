import type { Queue } from 'bullmq';
import type { UnavailableReason } from '../../shared/runtime/process/events.ts';
import type { Call, CallJob } from '../../shared/wire/call.ts';
import type { Reply, Unanswered } from '../../shared/wire/envelope.ts';
import { Unavailable } from './unavailable.ts';

/** The call may have happened, or may still happen. */
export const outcomeUnknown: Unanswered = { kind: 'unanswered', code: 'outcome_unknown' };

/** True if the gateway itself gave the call up: no worker replied. */
export function isGivenUp({ kind, code }: Reply): boolean {
  return kind === 'unanswered' && (code === 'unavailable' || code === outcomeUnknown.code);
}

/** Calls of a gateway that wait for their replies. */
export class PendingCalls {
  readonly #byId = new Map<string, PendingCall>();
  #whenNone: (() => void) | undefined;

  add(pending: PendingCall): void {
    this.#byId.set(pending.call.id, pending);
  }

  remove(pending: PendingCall): void {
    this.#byId.delete(pending.call.id);
    if (this.#byId.size === 0) this.#whenNone?.();
  }

  /** Drops a reply to a call that was given up. `waitMs` is how long the call waited for its set, if known. */
  settle(id: string, reply: Reply, waitMs?: number): void {
    const pending = this.#byId.get(id);
    if (!pending) return;
    pending.waitMs = waitMs;
    pending.settle(reply);
  }

  none(): Promise<void> {
    if (this.#byId.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenNone = resolve;
    });
  }
}

export type JobQueue = Queue<CallJob>;

/** Job of calls that are sent together. */
export interface Job {
  /** Ends with the last deadline of the calls, so that a gateway can see in Redis whether the job has expired. */
  readonly id: string;
  /** Queue that the job was sent to; undefined before. */
  queue: JobQueue | undefined;
  /** State of the calls in the queue. It decides their answer at the deadline. */
  accepted: 'no' | 'perhaps' | 'yes';
  /** Milliseconds of the monotonic clock; infinite while the job is being sent. */
  sentAt: number;
}

export class PendingCall {
  readonly call: Call;
  readonly bytes: number;
  /** Undefined while the call waits for its job. */
  job: Job | undefined;
  settled = false;
  waitMs: number | undefined = undefined;
  #onReply: (reply: Reply) => void;
  readonly #deadline: NodeJS.Timeout | undefined;

  /** Gives up after `timeoutMs`. Without a limit, the creator must call `giveUp`. */
  constructor(call: Call, bytes: number, timeoutMs: number | undefined, onReply: (reply: Reply) => void) {
    this.call = call;
    this.bytes = bytes;
    this.#onReply = onReply;
    if (timeoutMs !== undefined) this.#deadline = setTimeout(() => this.giveUp(), timeoutMs);
  }

  get accepted(): Job['accepted'] {
    return this.job?.accepted ?? 'no';
  }

  /** A second reply has no effect. */
  settle(reply: Reply): void {
    if (this.settled) return;
    this.settled = true;
    clearTimeout(this.#deadline);
    const onReply = this.#onReply;
    // Old tables of a Map or Set that has grown may refer to this call for seconds, and so to its whole request.
    this.#onReply = nobody;
    onReply(reply);
  }

  /** `reason` applies only if the queue does not have the call. */
  giveUp(reason: UnavailableReason = 'redis'): void {
    this.settle(this.accepted === 'no' ? new Unavailable(reason) : outcomeUnknown);
  }
}

function nobody(): void {}
