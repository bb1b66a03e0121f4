import type { Queue } from 'bullmq';
import type { Call, CallJob } from '../../shared/wire/call.ts';
import type { Reply, Unanswered } from '../../shared/wire/envelope.ts';
import { Unavailable, type UnavailableReason } from './unavailable.ts';

/** The call may have happened, or may still happen. */
export const outcomeUnknown: Unanswered = { kind: 'unanswered', code: 'outcome_unknown' };

/** True if the gateway itself gave the call up: no worker replied. */
export function isGivenUp({ kind, code }: Reply): boolean {
  return kind === 'unanswered' && (code === 'unavailable' || code === outcomeUnknown.code);
}

export class PendingCalls {
  readonly #byId = new Map<string, PendingCall>();
  #whenNone = (): void => {};

  add(pending: PendingCall): void {
    this.#byId.set(pending.call.id, pending);
  }

  remove(pending: PendingCall): void {
    this.#byId.delete(pending.call.id);
    if (this.#byId.size === 0) this.#whenNone();
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

export interface SentJob {
  readonly id: string;
  /** Milliseconds of the monotonic clock. */
  readonly sentAt: number;
  readonly queue: JobQueue;
}

export class PendingCall {
  readonly call: Call;
  readonly bytes: number;
  /** State of the call in the queue. It decides the answer at the deadline. */
  accepted: 'no' | 'perhaps' | 'yes' = 'no';
  /** Undefined while the job is being sent. */
  job: SentJob | undefined;
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
