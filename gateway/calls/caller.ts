import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { CallJob } from '../../shared/call.ts';
import { type Clock, SharedClock } from '../../shared/clock.ts';
import type { Reply } from '../../shared/envelope.ts';
import { newId, newIdent } from '../../shared/idents.ts';
import { Lifecycle } from '../../shared/lifecycle.ts';
import type { Tell } from '../../shared/log.ts';
import type { OperationName } from '../../shared/operations/index.ts';
import {
  type AnyOperation,
  type IdentPrefix,
  type Resource,
  resourceOf,
  resources,
} from '../../shared/operations/operation.ts';
import { queueName, queuePrefix, replyStream } from '../../shared/queues.ts';
import { connectToSend, connectToWait, reached } from '../../shared/redis.ts';
import { Admission, type AdmissionLimits } from './admission.ts';
import { Gatherer } from './gatherer.ts';
import { JobSender } from './jobSender.ts';
import { LostJobs } from './lostJobs.ts';
import { PendingCalls } from './pending.ts';
import { ReplyReader, replyBlockMs } from './replyReader.ts';

export interface CallerOptions {
  readonly redisUrl: string;
  /** How long a call may take, in milliseconds. */
  readonly deadlineMs: number;
  /** Calls and bytes of requests that may be under way at once. */
  readonly mostCalls: number;
  readonly mostBytes: number;
  readonly tell: Tell;
}

/** How much of its deadline a call may be expected to wait. */
const longestWait = 0.2;

const overloaded: Reply = { code: 'unavailable', envelope: '' };

interface CallOptions {
  /** Made for the call when it is not given; never used twice. */
  readonly id?: string;
  /** About how large the input is; the size of the request's body will do. */
  readonly bytes?: number;
  readonly key?: string;
  readonly fingerprint?: string;
}

/** Calls operations through their queues and waits for the replies: the way of every request. */
export class Caller {
  readonly #deadlineMs: number;
  readonly #pending = new PendingCalls();
  readonly #admission: Admission;
  readonly #gatherers: ReadonlyMap<Resource, Gatherer>;
  readonly #clock: Clock;
  readonly #lifecycle: Lifecycle;
  readonly redis: Redis;

  private constructor(parts: {
    readonly deadlineMs: number;
    readonly limits: AdmissionLimits;
    readonly redis: Redis;
    readonly gatherers: ReadonlyMap<Resource, Gatherer>;
    readonly clock: Clock;
    readonly lifecycle: Lifecycle;
  }) {
    this.#deadlineMs = parts.deadlineMs;
    this.#admission = new Admission(parts.limits);
    this.redis = parts.redis;
    this.#gatherers = parts.gatherers;
    this.#clock = parts.clock;
    this.#lifecycle = parts.lifecycle;
  }

  /** Connects; rejects when Redis can't be reached. */
  static async start(options: CallerOptions): Promise<Caller> {
    const lifecycle = new Lifecycle((part) => options.tell('stop_overran', { part }));
    try {
      return await Caller.#start(options, lifecycle);
    } catch (error) {
      await lifecycle.stop();
      throw error;
    }
  }

  static async #start(
    { redisUrl, deadlineMs, tell, ...most }: CallerOptions,
    lifecycle: Lifecycle,
  ): Promise<Caller> {
    const stream = replyStream(newId());
    const redis = connectToSend(redisUrl, tell);
    lifecycle.onStop('redis', () => redis.disconnect());
    await reached(redis);
    const clock = await SharedClock.start(redis);
    lifecycle.onStop('clock', () => clock.stop());
    const queues = resources.map((resource) => [resource, openQueue(resource, redis)] as const);
    await Promise.all(queues.map(([, queue]) => queue.waitUntilReady()));
    const gatherers = new Map(
      queues.map(([resource, queue]) => [resource, new Gatherer(new JobSender(queue, redis, stream))]),
    );
    const limits = { calls: most.mostCalls, bytes: most.mostBytes, waitMs: longestWait * deadlineMs };
    const caller = new Caller({ deadlineMs, limits, redis, gatherers, clock, lifecycle });
    const reading = connectToWait(redisUrl, tell, replyBlockMs);
    const reader = new ReplyReader(redis, reading, stream, caller.#pending);
    lifecycle.onStop('replies', () => reader.stop());
    const lostJobs = new LostJobs(redis, gatherers.values(), () => reader.startOver());
    lifecycle.onStop('lost jobs', () => lostJobs.stop());
    lifecycle.onStop('calls under way', () => caller.#pending.none(), deadlineMs);
    return caller;
  }

  /**
   * Calls an operation with a clean input; new records get their idents here, before anything is stored.
   * Never rejects: `unavailable` was not accepted and has no effect (Redis is away, or there is too much to do),
   * `outcome_unknown` was not answered in time. Neither has an envelope.
   */
  call(
    { name, assigns }: AnyOperation,
    account: number,
    input: object,
    { id = newId(), bytes = 256, ...keys }: CallOptions = {},
  ): Promise<Reply> {
    const load = { resource: resourceOf({ name }), account, bytes };
    if (!this.#admission.admits(load)) return Promise.resolve(overloaded);
    const call = {
      id,
      ...keys,
      account,
      method: name as OperationName,
      input: assigns ? { ...input, ...newIdents(assigns) } : input,
      deadline: Math.round(this.#clock.now() + this.#deadlineMs),
    };
    const gatherer = this.#gatherers.get(load.resource) as Gatherer;
    this.#admission.enter(load);
    return new Promise((resolve) => {
      const pending = this.#pending.add(call, bytes, this.#deadlineMs, (reply) => {
        resolve(reply);
        this.#admission.leave(load, !isGivenUp(reply));
        gatherer.answered(pending);
      });
      gatherer.add(pending);
    });
  }

  /** Whether a call would be let in, for those who would rather know before they read it. */
  hasRoom(operation: AnyOperation, account: number, bytes: number): boolean {
    return this.#admission.admits({ resource: resourceOf(operation), account, bytes });
  }

  /** Waits for the calls under way, then disconnects. */
  stop(): Promise<void> {
    return this.#lifecycle.stop();
  }
}

function openQueue(resource: Resource, connection: Redis): Queue<CallJob> {
  // Jobs leave nothing behind: what became of a call is in the inbox and in the reply.
  const defaultJobOptions = {
    removeOnComplete: true,
    removeOnFail: true,
    attempts: 1,
  };
  const queue = new Queue<CallJob>(queueName(resource), {
    connection,
    prefix: queuePrefix,
    defaultJobOptions,
  });
  return queue.on('error', () => {}); // the connection tells of its errors itself
}

function isGivenUp({ code, envelope }: Reply): boolean {
  return envelope === '' && (code === 'unavailable' || code === 'outcome_unknown');
}

function newIdents(assigns: Readonly<Record<string, IdentPrefix>>): Record<string, string> {
  return Object.fromEntries(Object.entries(assigns).map(([name, prefix]) => [name, newIdent(prefix)]));
}
