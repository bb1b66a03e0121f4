import { setTimeout as delay } from 'node:timers/promises';
import { addToGroup } from '../../shared/contract/values/groupBy.ts';
import { newId } from '../../shared/contract/values/idents.ts';
import type { Emit } from '../../shared/runtime/process/log.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { isOutOfMemory, isReplyError } from '../../shared/runtime/redisErrors.ts';
import { type Call, idsOf } from '../../shared/wire/call.ts';
import { labelOf } from '../../shared/wire/queues.ts';
import type { Job, JobQueue, PendingCall } from './pendingCalls.ts';

const retryMs = 100;

/** Attempts after which Redis counts as full: a single refusal may be due to a large command that passes through. */
const maxFull = 5;

/** Maximum time of a finished job's replies to arrive. */
const repliesMs = 100;

/** Puts jobs on the partitions of a queue, and sends the calls of lost jobs again. */
export class JobSender {
  readonly #partitions: QueuePartitions;
  readonly #redis: RedisClient;
  readonly #replyTo: string;
  readonly #emit: Emit;

  constructor(partitions: QueuePartitions, redis: RedisClient, replyTo: string, emit: Emit) {
    this.#partitions = partitions;
    this.#redis = redis;
    this.#replyTo = replyTo;
    this.#emit = emit;
  }

  /** Sends calls as one job. Retries until the queue has it or nobody waits for the calls any more. */
  send(calls: readonly PendingCall[]): Promise<void> {
    let deadline = 0;
    for (const { call } of calls) deadline = Math.max(deadline, call.deadline);
    const id = `${newId()}-${deadline}`;
    const job: Job = { id, queue: undefined, accepted: 'no', sentAt: Number.POSITIVE_INFINITY };
    for (const pending of calls) pending.job = job;
    return this.#send(job, calls);
  }

  async #send(job: Job, calls: readonly PendingCall[]): Promise<void> {
    const queue = this.#partitions.next();
    job.queue = queue;
    // A second `add` under the same id is harmless while the job exists; afterwards the inbox knows its calls.
    for (let full = 0; ; ) {
      const result = await this.#tryToSend(queue, job, calls);
      if (result === 'sent') return;
      if (result === 'full') full += 1;
      if (full === maxFull) for (const call of calls) call.giveUp('redis_full');
      else await delay(retryMs);
    }
  }

  /**
   * Sends calls again if their job is at least `ageMs` old, and either Redis does not know it (the job or its replies were lost)
   * or its partition has no workers. Resolves to true if there were any.
   */
  async resendLost(unanswered: Iterable<PendingCall>, ageMs: number): Promise<boolean> {
    const sentBy = performance.now() - ageMs;
    const sent = new Map<Job, PendingCall[]>();
    for (const call of unanswered)
      if (call.job && call.job.sentAt <= sentBy) addToGroup(sent, call.job, call);
    const found = await Promise.all([...sent].map(([job, calls]) => this.#resendIfLost(job, calls)));
    return found.includes(true);
  }

  async #resendIfLost(job: Job, calls: readonly PendingCall[]): Promise<boolean> {
    const { queue } = job;
    if (!queue || !(await this.#isLost(queue, job.id))) return false;
    job.sentAt = Number.POSITIVE_INFINITY;
    await delay(repliesMs);
    const lost = calls.filter(({ settled }) => !settled);
    if (lost.length === 0) return false;
    const callIds = idsOf(lost.map(({ call }) => call));
    this.#emit('calls_resent', { queue: labelOf(queue.name), calls: lost.length, callIds });
    void this.#send(job, lost);
    return true;
  }

  async #isLost(queue: JobQueue, jobId: string): Promise<boolean> {
    if (!this.#partitions.isServed(queue)) return true;
    try {
      return (await this.#redis.exists(queue.toKey(jobId))) === 0;
    } catch {
      return false; // Redis is away: the next check decides
    }
  }

  /** Sends the calls that somebody waits for, if any. */
  async #tryToSend(
    queue: JobQueue,
    job: Job,
    pending: readonly PendingCall[],
  ): Promise<'sent' | 'failed' | 'full'> {
    const calls: Call[] = [];
    for (const { settled, call } of pending) if (!settled) calls.push(call);
    if (calls.length === 0) return 'sent';
    if (this.#redis.status !== 'ready') return 'failed';
    const before = job.accepted;
    try {
      job.accepted = 'perhaps';
      await queue.add('calls', { replyTo: this.#replyTo, calls }, { jobId: job.id });
      job.accepted = 'yes';
      job.sentAt = performance.now();
      return 'sent';
    } catch (error) {
      if (isReplyError(error)) job.accepted = before;
      return isOutOfMemory(error) && before === 'no' ? 'full' : 'failed';
    }
  }
}

export interface PartitionCount {
  /** Number of partitions with workers. A queue without any worker keeps the last known number. */
  served: number;
}

/** Partitions of a queue, over which its jobs are spread. Any worker of the queue takes the jobs of all of them. */
export class QueuePartitions {
  readonly #open: (partition: number) => JobQueue;
  readonly #count: PartitionCount;
  readonly #queues: JobQueue[];
  #turn = 0;

  /** Opens a partition, counted from 0, when the first job is sent to it. */
  constructor(open: (partition: number) => JobQueue, count: PartitionCount) {
    this.#open = open;
    this.#count = count;
    this.#queues = [open(0)];
  }

  async ready(): Promise<void> {
    await this.#queues[0]?.waitUntilReady();
  }

  next(): JobQueue {
    this.#turn = (this.#turn + 1) % this.#count.served;
    for (let partition = this.#queues.length; partition <= this.#turn; partition += 1)
      this.#queues.push(this.#open(partition));
    return this.#queues[this.#turn] as JobQueue;
  }

  isServed(queue: JobQueue): boolean {
    return this.#queues.indexOf(queue) < this.#count.served;
  }
}
