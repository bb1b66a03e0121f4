import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { CallJob } from '../../shared/call.ts';
import { newId } from '../../shared/idents.ts';
import type { PendingCall } from './pending.ts';

/** A job carries at most this many calls, and about this many bytes. */
const mostCalls = 256;
const mostBytes = 512 * 1024;

/** So many calls are worth a second job under way: fewer, and what jobs and sets cost by themselves outweighs it. */
const enoughCalls = 32;

/**
 * Milliseconds that calls wait for the job before theirs. A worker that is slow or dead does not hold them longer:
 * another one may be free.
 */
export const patienceMs = 50;

/** Milliseconds between attempts while Redis refuses. */
const retryMs = 100;

/**
 * Gathers the calls for one queue into jobs: what arrives while a job is under way leaves together when that job is
 * answered, or when it has become as much; so jobs grow with the load, and a call that finds none under way leaves at
 * once. (Nagle's algorithm, RFC 896, for calls instead of bytes.) Leaving as soon as the job before is in Redis made jobs
 * of half the size.
 */
export class Gatherer {
  readonly #queue: Queue<CallJob>;
  readonly #redis: Redis;
  readonly #replyTo: string;
  #waiting: PendingCall[] = [];
  /** Calls that left and are not answered yet. */
  readonly #unanswered = new Set<PendingCall>();
  #patience: NodeJS.Timeout | undefined;

  constructor(queue: Queue<CallJob>, redis: Redis, replyTo: string) {
    this.#queue = queue;
    this.#redis = redis;
    this.#replyTo = replyTo;
  }

  add(call: PendingCall): void {
    this.#waiting.push(call);
    if (this.#isDue()) this.#leave();
    else this.#patience ??= setTimeout(() => this.#leave(), patienceMs);
  }

  /** A call that left is answered, or nobody waits for it any more. */
  answered(call: PendingCall): void {
    this.#unanswered.delete(call);
    if (this.#isDue()) this.#leave();
  }

  /** Nothing is under way, or as much waits as is under way. */
  #isDue(): boolean {
    const underWay = this.#unanswered.size;
    return underWay === 0 || this.#waiting.length >= Math.min(Math.max(underWay, enoughCalls), mostCalls);
  }

  #leave(): void {
    clearTimeout(this.#patience);
    this.#patience = undefined;
    while (this.#waiting.length > 0) {
      const calls = this.#take();
      for (const call of calls) if (!call.settled) this.#unanswered.add(call);
      void this.#send(calls);
    }
  }

  #take(): PendingCall[] {
    let bytes = 0;
    const end = this.#waiting.findIndex(
      (call, at) => at === mostCalls || ((bytes += call.bytes) > mostBytes && at > 0),
    );
    const taken = end === -1 ? this.#waiting : this.#waiting.slice(0, end);
    this.#waiting = end === -1 ? [] : this.#waiting.slice(end);
    return taken;
  }

  /** Tries until the queue has the job or nobody waits for its calls any more. */
  async #send(calls: PendingCall[]): Promise<void> {
    // A second `add` under the same id is harmless while the job exists, and after that the inbox knows its calls.
    const jobId = newId();
    for (;;) {
      const waiting = calls.filter(({ settled }) => !settled);
      if (waiting.length === 0 || (await this.#tryToSend(jobId, waiting))) return;
      await delay(retryMs);
    }
  }

  async #tryToSend(jobId: string, calls: PendingCall[]): Promise<boolean> {
    if (this.#redis.status !== 'ready') return false;
    const before = calls[0]?.accepted ?? 'no';
    try {
      mark(calls, 'perhaps');
      await this.#queue.add(
        'calls',
        { replyTo: this.#replyTo, calls: calls.map(({ call }) => call) },
        { jobId },
      );
      mark(calls, 'yes');
      return true;
    } catch (error) {
      if (isReplyOfRedis(error)) mark(calls, before);
      if (isOutOfMemory(error)) for (const call of calls) call.giveUp();
      return false;
    }
  }
}

function mark(calls: readonly PendingCall[], accepted: PendingCall['accepted']): void {
  for (const call of calls) call.accepted = accepted;
}

/** Redis answered that it did not run the command; a connection that broke leaves that open. */
function isReplyOfRedis(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ReplyError';
}

/** Waiting would not help: memory comes back only when somebody works the queues off. */
function isOutOfMemory(error: unknown): boolean {
  return isReplyOfRedis(error) && error.message.startsWith('OOM');
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
