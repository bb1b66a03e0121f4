import { setTimeout as delay } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { CallJob } from '../../shared/calls/call.ts';
import { newJobId } from './jobIds.ts';
import type { PendingCall } from './pending.ts';

/** Milliseconds between attempts while Redis refuses. */
const retryMs = 100;

/** Milliseconds that the replies of a job that is done may take to arrive. */
const repliesMs = 100;

/** Puts calls on their queue as jobs, and again when Redis has lost them. */
export class JobSender {
  readonly #queue: Queue<CallJob>;
  readonly #redis: Redis;
  readonly #replyTo: string;

  constructor(queue: Queue<CallJob>, redis: Redis, replyTo: string) {
    this.#queue = queue;
    this.#redis = redis;
    this.#replyTo = replyTo;
  }

  /** Tries until the queue has the job or nobody waits for its calls any more. */
  async send(calls: readonly PendingCall[], jobId = newJobId(calls)): Promise<void> {
    // A second `add` under the same id is harmless while the job exists, and after that the inbox knows its calls.
    for (;;) {
      const waiting = calls.filter(({ settled }) => !settled);
      if (waiting.length === 0 || (await this.#tryToSend(jobId, waiting))) return;
      await delay(retryMs);
    }
  }

  /**
   * Sends calls again whose job is at least so old, in milliseconds, and which Redis does not know any more: it lost them,
   * or their replies. Resolves to whether there were any.
   */
  async restore(unanswered: Iterable<PendingCall>, age: number): Promise<boolean> {
    const jobs = [...byJob(unanswered, performance.now() - age)];
    const found = await Promise.all(jobs.map(([jobId, calls]) => this.#restoreJob(jobId, calls)));
    return found.includes(true);
  }

  async #restoreJob(jobId: string, calls: readonly PendingCall[]): Promise<boolean> {
    if (!(await this.#isLost(jobId))) return false;
    for (const call of calls) call.job = undefined;
    await delay(repliesMs);
    const lost = calls.filter(({ settled }) => !settled);
    void this.send(lost, jobId);
    return lost.length > 0;
  }

  async #isLost(jobId: string): Promise<boolean> {
    try {
      return (await this.#redis.exists(this.#queue.toKey(jobId))) === 0;
    } catch {
      return false; // Redis is away: the next look tells
    }
  }

  async #tryToSend(jobId: string, calls: readonly PendingCall[]): Promise<boolean> {
    if (this.#redis.status !== 'ready') return false;
    const before = calls[0]?.accepted ?? 'no';
    try {
      mark(calls, 'perhaps');
      await this.#queue.add(
        'calls',
        { replyTo: this.#replyTo, calls: calls.map(({ call }) => call) },
        { jobId },
      );
      mark(calls, 'yes', { id: jobId, at: performance.now() });
      return true;
    } catch (error) {
      if (isReplyOfRedis(error)) mark(calls, before);
      if (isOutOfMemory(error) && before === 'no') for (const call of calls) call.giveUp();
      return false;
    }
  }
}

function mark(
  calls: readonly PendingCall[],
  accepted: PendingCall['accepted'],
  job?: PendingCall['job'],
): void {
  for (const call of calls) {
    call.accepted = accepted;
    call.job = job;
  }
}

/** Calls that were sent before a moment, by the job that carries them. */
function byJob(unanswered: Iterable<PendingCall>, before: number): Map<string, PendingCall[]> {
  const jobs = new Map<string, PendingCall[]>();
  for (const call of unanswered) {
    if (!call.job || call.job.at > before) continue;
    const its = jobs.get(call.job.id);
    if (its) its.push(call);
    else jobs.set(call.job.id, [call]);
  }
  return jobs;
}

/** Redis answered that it did not run the command; a connection that broke leaves that open. */
function isReplyOfRedis(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ReplyError';
}

/** Waiting would not help: memory comes back only when somebody works the queues off. */
function isOutOfMemory(error: unknown): boolean {
  return isReplyOfRedis(error) && error.message.startsWith('OOM');
}
