import { setImmediate as nextRound } from 'node:timers/promises';
import { type Resource, resourceOf } from '../../shared/contract/operations/operation.ts';
import { sum } from '../../shared/contract/values/arithmetic.ts';
import { groupBy } from '../../shared/contract/values/groupBy.ts';
import type { Lifecycle } from '../../shared/runtime/process/lifecycle.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import type { ServiceClock } from '../../shared/runtime/redis/clock.ts';
import type { Answer, Reply, Unanswered } from '../../shared/wire/envelope.ts';
import type { Lane } from '../../shared/wire/queues.ts';
import type { CallQueue } from './callQueue.ts';
import { assumedCallBytes, type CallRequest } from './callRequest.ts';
import type { Release } from './fairBudget.ts';
import { maxCallsOfJob } from './jobBatcher.ts';
import type { Caller, LaneRoom } from './laneRoom.ts';
import type { PendingCall } from './pendingCalls.ts';
import type { QueueWatch } from './queueWatch.ts';
import { Unavailable } from './unavailable.ts';

interface CallClientOptions {
  readonly deadlineMs: number;
  readonly rooms: Readonly<Record<Lane, LaneRoom>>;
  readonly redis: RedisClient;
  readonly clock: ServiceClock;
  readonly queues: readonly CallQueue[];
  readonly watch: QueueWatch;
  readonly lifecycle: Lifecycle;
}

/** Calls operations through their queues and waits for the replies. */
export class CallClient {
  readonly deadlineMs: number;
  readonly redis: RedisClient;
  readonly clock: ServiceClock;
  readonly watch: QueueWatch;
  readonly rooms: Readonly<Record<Lane, LaneRoom>>;
  readonly queues: Readonly<Record<Lane, Readonly<Record<Resource, CallQueue>>>>;
  readonly #lifecycle: Lifecycle;

  constructor(options: CallClientOptions) {
    this.deadlineMs = options.deadlineMs;
    this.redis = options.redis;
    this.clock = options.clock;
    this.watch = options.watch;
    this.rooms = options.rooms;
    this.queues = {
      interactive: inLane('interactive', options.queues),
      bulk: inLane('bulk', options.queues),
    };
    this.#lifecycle = options.lifecycle;
  }

  /** Makes a single call, like `CallQueue.call`. */
  call(caller: Caller, request: CallRequest): Promise<Answer | Unanswered> {
    return this.queues.interactive[resourceOf(request.contract.name)].call(caller, request);
  }

  /** Milliseconds of the monotonic clock at which the latest single call for a client was accepted. */
  get lastSingleCallAt(): number {
    const queues = Object.values(this.queues.interactive).filter(({ id }) => id.resource !== 'account');
    return Math.max(...queues.map(({ lastCallAt }) => lastCallAt));
  }

  /** Takes room for all calls of a batch and its answer, which must be released when they are answered. */
  acquireAll(account: number, requests: readonly CallRequest[]): Release | Unavailable {
    const byResource = groupBy(requests, ({ contract }) => resourceOf(contract.name));
    const queues = [...byResource].map(([resource, own]) => ({ queue: this.queues.bulk[resource], own }));
    const calls = requests.length;
    const bytes = bytesOf(requests);
    const rejections = queues.flatMap(({ queue }) => queue.rejectionByState(account, calls, bytes) ?? []);
    const paused = rejections.filter(({ reason }) => reason === 'paused');
    const rejection = paused.toSorted((a, b) => b.retryAfter - a.retryAfter)[0] ?? rejections[0];
    if (rejection) return rejection;
    const hold = (sign: 1 | -1) => {
      for (const { queue, own } of queues) queue.hold(sign * own.length, sign * bytesOf(own));
    };
    const room = this.rooms.bulk.acquire(account, calls, bytes, () => hold(-1));
    if (!(room instanceof Unavailable)) hold(1);
    return room;
  }

  /**
   * Calls operations in the bulk lane, where they do not delay single calls. The caller must have acquired room
   * (`acquireAll`). Resolves to the replies, in the order of the requests, within `leftMs`, the rest of the batch's deadline.
   * Never rejects.
   */
  callAll(
    account: number,
    requests: readonly CallRequest[],
    leftMs = this.deadlineMs,
  ): Promise<readonly Reply[]> {
    if (requests.length === 0) return Promise.resolve([]);
    const terms = { caller: account, deadlineMs: leftMs, timeoutMs: undefined, maxAnswerBytes: undefined };
    const replies: Reply[] = Array.from({ length: requests.length });
    let open = requests.length;
    // One promise and one timer for all calls, not one each.
    return new Promise((resolve) => {
      const calls = requests.map((request, index) =>
        this.queues.bulk[resourceOf(request.contract.name)].register(request, terms, (reply) => {
          replies[index] = reply;
          open -= 1;
          if (open > 0) return;
          clearTimeout(deadline);
          resolve(replies);
        }),
      );
      const deadline = setTimeout(() => calls.forEach((call) => call.giveUp()), leftMs);
      void this.#sendInChunks(calls);
    });
  }

  /** Sends one job's calls at a time, so that single calls do not wait until all are written. */
  async #sendInChunks(calls: readonly PendingCall[]): Promise<void> {
    for (let start = 0; start < calls.length; start += maxCallsOfJob) {
      if (start > 0) await nextRound();
      const chunk = calls.slice(start, start + maxCallsOfJob);
      for (const [resource, ofResource] of groupBy(chunk, ({ call }) => resourceOf(call.method)))
        this.queues.bulk[resource].batcher.add(...ofResource);
    }
  }

  /** Waits for the calls in flight, then disconnects. */
  stop(): Promise<void> {
    return this.#lifecycle.stop();
  }
}

function inLane(lane: Lane, queues: readonly CallQueue[]): Readonly<Record<Resource, CallQueue>> {
  const ofLane = queues.filter(({ id }) => id.lane === lane);
  return Object.fromEntries(ofLane.map((queue) => [queue.id.resource, queue])) as Record<Resource, CallQueue>;
}

function bytesOf(requests: readonly CallRequest[]): number {
  return sum(requests.map(({ bytes = assumedCallBytes }) => bytes));
}
