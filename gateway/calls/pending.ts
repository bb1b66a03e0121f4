import type { Call } from '../../shared/calls/call.ts';
import type { Reply } from '../../shared/calls/envelope.ts';

const nobody = () => {};

/** A job that the queue took. */
interface SentJob {
  readonly id: string;
  /** When, by the monotonic clock, in milliseconds. */
  readonly at: number;
}

/** A call that somebody waits for. */
export class PendingCall {
  readonly call: Call;
  /** About how much of a job it takes. */
  readonly bytes: number;
  /** Whether the queue has the call: what its client is told at the deadline depends on it. */
  accepted: 'no' | 'perhaps' | 'yes' = 'no';
  /** The job that carries it, while nobody tries to send that. */
  job: SentJob | undefined;
  settled = false;
  #onReply: (reply: Reply) => void;
  readonly #deadline: NodeJS.Timeout | undefined;

  /** Gives up after `deadlineMs`, unless whoever made it sees to that. */
  constructor(call: Call, bytes: number, deadlineMs: number | undefined, onReply: (reply: Reply) => void) {
    this.call = call;
    this.bytes = bytes;
    this.#onReply = onReply;
    if (deadlineMs !== undefined) this.#deadline = setTimeout(() => this.giveUp(), deadlineMs);
  }

  /** A second reply changes nothing. */
  settle(reply: Reply): void {
    if (this.settled) return;
    this.settled = true;
    clearTimeout(this.#deadline);
    const onReply = this.#onReply;
    // Tables that a Map or Set has grown out of may refer to this call for seconds, and so to its whole request.
    this.#onReply = nobody;
    onReply(reply);
  }

  /** Not accepted means that nothing of it will ever happen; otherwise nobody knows yet. */
  giveUp(): void {
    this.settle({ code: this.accepted === 'no' ? 'unavailable' : 'outcome_unknown', envelope: '' });
  }
}

/** The calls of this gateway that are under way. */
export class PendingCalls {
  readonly #byId = new Map<string, PendingCall>();
  #whenNone = (): void => {};

  /** Adds a call; its reply, or what there is to say when it is given up, goes to `onReply` once. */
  add(
    call: Call,
    bytes: number,
    deadlineMs: number | undefined,
    onReply: (reply: Reply) => void,
  ): PendingCall {
    const pending = new PendingCall(call, bytes, deadlineMs, (reply) => {
      this.#byId.delete(call.id);
      if (this.#byId.size === 0) this.#whenNone();
      onReply(reply);
    });
    this.#byId.set(call.id, pending);
    return pending;
  }

  /** A reply for a call that nobody waits for any more is dropped. */
  settle(id: string, reply: Reply): void {
    this.#byId.get(id)?.settle(reply);
  }

  /** Resolves as soon as no call is under way. */
  none(): Promise<void> {
    if (this.#byId.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenNone = resolve;
    });
  }
}

/** Whether a reply says only that there is none. */
export function isGivenUp({ code, envelope }: Reply): boolean {
  return envelope === '' && (code === 'unavailable' || code === 'outcome_unknown');
}
