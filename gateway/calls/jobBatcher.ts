import type { JobSender } from './jobSender.ts';
import type { PendingCall } from './pendingCalls.ts';

/** Maximum calls of a job. Bytes are a soft limit. */
export const maxCallsOfJob = 256;
const maxBytesOfJob = 512 * 1024;

/** Minimum calls for a second job in flight: with fewer, the fixed cost of jobs and sets outweighs it. */
const enoughCalls = 32;

/**
 * Calls of batches that are sent whatever is in flight. The last calls of a batch would otherwise wait for the answers to its
 * first ones, and the worker for the next job.
 */
export const enoughBulkCalls = 128;

/** Maximum wait for the previous job. Its worker may be slow or dead, while another one is free. */
export const maxJobWaitMs = 50;

/** Time after which an overtaken job is stuck: one of its calls waits for a lock, or was lost. */
const stuckMs = 200;

/** Room of Redis for the calls of one queue. */
interface RedisRoom {
  /** Bytes below which calls fit; changes with Redis's free memory. */
  readonly maxBytes: number;
}

/**
 * Batches the calls for one queue into jobs. Calls that arrive while a job is in flight are sent together when that job is
 * answered, or when as many calls wait as are in flight. So jobs grow with the load, and a call is sent at once if none is in
 * flight. (Nagle's algorithm, RFC 896, for calls instead of bytes.) Sending as soon as the previous job is in Redis made jobs
 * of half the size.
 */
export class JobBatcher {
  readonly #sender: JobSender;
  readonly #room: RedisRoom;
  readonly #alwaysEnough: number;
  readonly #inFlight = new JobsInFlight();
  readonly #waiting: PendingCall[] = [];
  #maxWait: NodeJS.Timeout | undefined;

  /** Calls that do not fit into the room are given up. `alwaysEnough` calls wait for no job in flight. */
  constructor(sender: JobSender, room: RedisRoom, alwaysEnough: number) {
    this.#sender = sender;
    this.#room = room;
    this.#alwaysEnough = alwaysEnough;
  }

  add(...calls: readonly PendingCall[]): void {
    this.#waiting.push(...calls);
    if (this.#isDue()) this.#sendJob();
    else this.#maxWait ??= setTimeout(() => this.#sendJob(), maxJobWaitMs);
  }

  /** Unanswered call that was accepted first. */
  get oldest(): PendingCall | undefined {
    const [left] = this.#inFlight.all;
    return left ?? this.#waiting.find(({ settled }) => !settled);
  }

  /** Must be called when a sent call is answered, or nobody waits for it any more. */
  answered(call: PendingCall): void {
    this.#inFlight.remove(call);
    if (this.#waiting.length > 0 && this.#isDue()) this.#sendJob();
  }

  /** Sends the calls of lost jobs again if the jobs are at least `ageMs` old. Resolves to true if there were any. */
  resendLost(ageMs: number): Promise<boolean> {
    return this.#sender.resendLost(this.#inFlight.all, ageMs);
  }

  #isDue(): boolean {
    const inFlight = this.#inFlight.calls;
    const enough = Math.min(Math.max(inFlight, enoughCalls), this.#alwaysEnough);
    return inFlight === 0 || this.#waiting.length >= enough;
  }

  #sendJob(): void {
    clearTimeout(this.#maxWait);
    this.#maxWait = undefined;
    if (this.#waiting.length === 0) return;
    let bytes = 0;
    let end = 0;
    for (const call of this.#waiting) {
      if (end === maxCallsOfJob || (end > 0 && bytes + call.bytes > maxBytesOfJob)) break;
      bytes += call.bytes;
      end += 1;
    }
    const calls = this.#waiting.splice(0, end);
    if (this.#inFlight.bytes + bytes < this.#room.maxBytes) {
      this.#inFlight.add(calls);
      void this.#sender.send(calls);
    } else for (const call of calls) call.giveUp('redis_full');
    // Writing a job of large calls takes milliseconds, so each round of the event loop writes one.
    if (this.#waiting.length > 0) setImmediate(() => this.#sendJob());
  }
}

interface JobInFlight {
  readonly sentAt: number;
  open: number;
  isStuck: boolean;
}

export class JobsInFlight {
  readonly #jobOf = new Map<PendingCall, JobInFlight>();
  /** Jobs that are not stuck, in the order in which they were sent. */
  #jobs: JobInFlight[] = [];
  bytes = 0;
  /** Calls that count as in flight. Those of stuck jobs do not: they say nothing about how busy the workers are. */
  calls = 0;

  get all(): Iterable<PendingCall> {
    return this.#jobOf.keys();
  }

  add(calls: readonly PendingCall[]): void {
    const job = { sentAt: performance.now(), open: 0, isStuck: false };
    for (const call of calls) {
      if (call.settled) continue;
      this.#jobOf.set(call, job);
      this.bytes += call.bytes;
      job.open += 1;
    }
    if (job.open === 0) return;
    this.#jobs.push(job);
    this.calls += job.open;
  }

  remove(call: PendingCall): void {
    const job = this.#jobOf.get(call);
    if (!job) return;
    this.#jobOf.delete(call);
    this.bytes -= call.bytes;
    job.open -= 1;
    if (job.isStuck) return;
    this.calls -= 1;
    if (job.open > 0) return;
    if (this.#jobs[0] === job) this.#jobs.shift();
    else this.#endOutOfTurn(job);
  }

  #endOutOfTurn(job: JobInFlight): void {
    const before = performance.now() - stuckMs;
    const index = this.#jobs.indexOf(job);
    const overtaken = this.#jobs.slice(0, index).filter(({ sentAt }) => sentAt < before);
    for (const stuck of overtaken) {
      stuck.isStuck = true;
      this.calls -= stuck.open;
    }
    this.#jobs = this.#jobs.filter((other) => other !== job && !other.isStuck);
  }
}
