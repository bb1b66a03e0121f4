import type { JobSender } from './jobSender.ts';
import { JobsInFlight } from './jobsInFlight.ts';
import type { PendingCall } from './pending.ts';
import type { RedisRoom } from './redisRoom.ts';

/** A job carries at most this many calls, and about this many bytes. */
export const maxCallsOfJob = 256;
const maxBytes = 512 * 1024;

/** So many calls are worth a second job under way: fewer, and what jobs and sets cost by themselves outweighs it. */
const enoughCalls = 32;

/**
 * Milliseconds that calls wait for the job before theirs. A worker that is slow or dead does not hold them longer:
 * another one may be free.
 */
export const maxWaitMs = 50;

/**
 * Gathers the calls for one queue into jobs: what arrives while a job is under way leaves together when that job is
 * answered, or when it has become as much; so jobs grow with the load, and a call that finds none under way leaves at
 * once. (Nagle's algorithm, RFC 896, for calls instead of bytes.) Leaving as soon as the job before is in Redis made jobs
 * of half the size.
 */
export class JobBatcher {
  readonly #sender: JobSender;
  #waiting: PendingCall[] = [];
  readonly #room: RedisRoom | undefined;
  readonly #inFlight = new JobsInFlight();
  #patience: NodeJS.Timeout | undefined;

  /** Calls that there is no room for in Redis are given up, if that is told. */
  constructor(sender: JobSender, room?: RedisRoom) {
    this.#sender = sender;
    this.#room = room;
  }

  /** Takes calls that may leave together. */
  add(...calls: readonly PendingCall[]): void {
    this.#waiting.push(...calls);
    if (this.#isDue()) this.#leave();
    else this.#patience ??= setTimeout(() => this.#leave(), maxWaitMs);
  }

  /** A call that left is answered, or nobody waits for it any more. */
  answered(call: PendingCall): void {
    this.#inFlight.remove(call);
    if (this.#isDue()) this.#leave();
  }

  /**
   * Looks whether jobs at least so old, in milliseconds, got lost, and sends their calls again. Resolves to whether
   * there were any.
   */
  restore(age: number): Promise<boolean> {
    return this.#sender.restore(this.#inFlight.all, age);
  }

  /** Nothing is under way, or as much waits as is under way. */
  #isDue(): boolean {
    const inFlight = this.#inFlight.calls;
    return inFlight === 0 || this.#waiting.length >= Math.min(Math.max(inFlight, enoughCalls), maxCallsOfJob);
  }

  #leave(): void {
    clearTimeout(this.#patience);
    this.#patience = undefined;
    while (this.#waiting.length > 0) {
      const calls = this.#take();
      if (this.#hasRoom(calls)) {
        this.#inFlight.add(calls);
        void this.#sender.send(calls);
      } else for (const call of calls) call.giveUp();
    }
  }

  #hasRoom(calls: readonly PendingCall[]): boolean {
    const bytes = calls.reduce((sum, call) => sum + call.bytes, this.#inFlight.bytes);
    return this.#room?.admits(bytes) ?? true;
  }

  #take(): PendingCall[] {
    let bytes = 0;
    const end = this.#waiting.findIndex(
      (call, at) => at === maxCallsOfJob || ((bytes += call.bytes) > maxBytes && at > 0),
    );
    const taken = end === -1 ? this.#waiting : this.#waiting.slice(0, end);
    this.#waiting = end === -1 ? [] : this.#waiting.slice(end);
    return taken;
  }
}
