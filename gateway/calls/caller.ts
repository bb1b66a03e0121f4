import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { CallJob } from '../../shared/call.ts';
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
import { Gatherer } from './gatherer.ts';
import { PendingCalls } from './pending.ts';
import { blockMs, ReplyReader } from './replyReader.ts';

export interface CallerOptions {
  readonly redisUrl: string;
  /** How long a call may take, in milliseconds. */
  readonly deadlineMs: number;
  readonly tell: Tell;
}

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
  readonly #gatherers: ReadonlyMap<Resource, Gatherer>;
  readonly #lifecycle: Lifecycle;
  readonly redis: Redis;

  private constructor(
    deadlineMs: number,
    redis: Redis,
    gatherers: ReadonlyMap<Resource, Gatherer>,
    lifecycle: Lifecycle,
  ) {
    this.#deadlineMs = deadlineMs;
    this.redis = redis;
    this.#gatherers = gatherers;
    this.#lifecycle = lifecycle;
  }

  /** Connects; rejects when Redis can't be reached. */
  static async start({ redisUrl, deadlineMs, tell }: CallerOptions): Promise<Caller> {
    const lifecycle = new Lifecycle((part) => tell('stop_overran', { part }));
    const stream = replyStream(newId());
    const redis = connectToSend(redisUrl, tell);
    await reached(redis);
    lifecycle.onStop('redis', () => redis.disconnect());
    const queues = resources.map((resource) => openQueue(resource, redis));
    await Promise.all(queues.map((queue) => queue.waitUntilReady()));
    const gatherers = new Map(
      resources.map((resource, at) => [resource, new Gatherer(queues[at] as Queue, redis, stream)]),
    );
    const caller = new Caller(deadlineMs, redis, gatherers, lifecycle);
    const reader = new ReplyReader(redis, connectToWait(redisUrl, tell, blockMs), stream, caller.#pending);
    lifecycle.onStop('replies', () => reader.stop());
    lifecycle.onStop('calls under way', () => caller.#pending.none(), deadlineMs);
    return caller;
  }

  /**
   * Calls an operation with a clean input; new records get their idents here, before anything is stored.
   * Never rejects: `unavailable` was not accepted and has no effect, `outcome_unknown` was not answered in time.
   * Neither has an envelope.
   */
  call(
    { name, assigns }: AnyOperation,
    account: number,
    input: object,
    { id = newId(), bytes = 256, ...keys }: CallOptions = {},
  ): Promise<Reply> {
    const call = {
      id,
      ...keys,
      account,
      method: name as OperationName,
      input: assigns ? { ...input, ...newIdents(assigns) } : input,
      deadline: Date.now() + this.#deadlineMs,
    };
    const gatherer = this.#gatherers.get(resourceOf({ name })) as Gatherer;
    return new Promise((resolve) => {
      const pending = this.#pending.add(call, bytes, this.#deadlineMs, (reply) => {
        resolve(reply);
        gatherer.answered(pending);
      });
      gatherer.add(pending);
    });
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

function newIdents(assigns: Readonly<Record<string, IdentPrefix>>): Record<string, string> {
  return Object.fromEntries(Object.entries(assigns).map(([name, prefix]) => [name, newIdent(prefix)]));
}
