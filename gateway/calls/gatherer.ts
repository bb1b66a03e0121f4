import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { CallJob } from '../../shared/call.ts';
import { newId } from '../../shared/idents.ts';
import type { PendingCall } from './pending.ts';

/** A job carries at most this many calls, and about this many bytes. */
const mostCalls = 256;
const mostBytes = 512 * 1024;

/** Milliseconds between attempts while Redis refuses. */
const retryMs = 100;

/**
 * Gathers calls into jobs, without a timer: what arrives while an `add` is on its way leaves together with the next.
 * One `add` at a time measured best: more of them make smaller jobs.
 */
export class Gatherer {
  readonly #queue: Queue<CallJob>;
  readonly #redis: Redis;
  readonly #replyTo: string;
  #waiting: PendingCall[] = [];
  #sending = false;

  constructor(queue: Queue<CallJob>, redis: Redis, replyTo: string) {
    this.#queue = queue;
    this.#redis = redis;
    this.#replyTo = replyTo;
  }

  add(call: PendingCall): void {
    this.#waiting.push(call);
    if (!this.#sending) void this.#sendAll();
  }

  async #sendAll(): Promise<void> {
    this.#sending = true;
    while (this.#waiting.length > 0) await this.#send(this.#take());
    this.#sending = false;
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
