import type { Redis } from 'ioredis';
import { type Clock, SharedClock } from '../../shared/clock.ts';
import type { Reply } from '../../shared/envelope.ts';
import { newId, newIdents } from '../../shared/idents.ts';
import { Lifecycle, logStopProblems } from '../../shared/lifecycle.ts';
import type { Tell } from '../../shared/log.ts';
import type { OperationName } from '../../shared/operations/index.ts';
import { type AnyOperation, resourceOf } from '../../shared/operations/operation.ts';
import { type Lane, queuesOf, replyStream } from '../../shared/queues.ts';
import { connectToSend, connectToWait, reached } from '../../shared/redis.ts';
import { WorkerMonitor } from '../workerMonitor.ts';
import { Admission, type AdmissionLimits } from './admission.ts';
import type { AnswerBytes } from './answerBytes.ts';
import { bulkLimits } from './bulkRoom.ts';
import { ExpiredJobs } from './expiredJobs.ts';
import type { Gatherer } from './gatherer.ts';
import { leaveInTurn } from './leaveInTurn.ts';
import { LostJobs } from './lostJobs.ts';
import { isGivenUp, type PendingCall, PendingCalls } from './pending.ts';
import { type Gatherers, openGatherers } from './queues.ts';
import { RedisRoom } from './redisRoom.ts';
import { RepliesInOrder } from './repliesInOrder.ts';
import { ReplyReader, replyBlockMs } from './replyReader.ts';
import { type CallOptions, overloaded, type WantedCall } from './wantedCall.ts';

export interface CallerOptions {
  readonly redisUrl: string;
  /** How long a call may take, in milliseconds. */
  readonly deadlineMs: number;
  /** Calls and bytes of requests that may be under way at once. */
  readonly mostCalls: number;
  readonly mostBytes: number;
  readonly tell: Tell;
}

/** How much of its deadline a call that somebody waits for may be expected to wait. */
const longestWait = 0.2;

/** About how large the input of a call is of which nothing else is known. */
const usualBytes = 256;

/** Calls operations through their queues and waits for the replies: the way of every request. */
export class Caller {
  readonly #deadlineMs: number;
  readonly #pending = new PendingCalls();
  readonly #admissions: Readonly<Record<Lane, Admission>>;
  readonly #gatherers: Gatherers;
  readonly #clock: Clock;
  readonly #lifecycle: Lifecycle;
  readonly workers: WorkerMonitor;
  readonly redis: Redis;

  private constructor(parts: {
    readonly deadlineMs: number;
    readonly limits: AdmissionLimits;
    readonly redis: Redis;
    readonly gatherers: Gatherers;
    readonly clock: Clock;
    readonly workers: WorkerMonitor;
    readonly lifecycle: Lifecycle;
  }) {
    this.#deadlineMs = parts.deadlineMs;
    this.#admissions = {
      interactive: new Admission(parts.limits),
      bulk: new Admission(bulkLimits(parts.limits)),
    };
    this.redis = parts.redis;
    this.#gatherers = parts.gatherers;
    this.#clock = parts.clock;
    this.workers = parts.workers;
    this.#lifecycle = parts.lifecycle;
  }

  /** Connects; rejects when Redis can't be reached. */
  static async start(options: CallerOptions): Promise<Caller> {
    const lifecycle = new Lifecycle(logStopProblems(options.tell));
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
    const workers = new WorkerMonitor({ redis, clock, tell });
    lifecycle.onStop('worker monitor', () => workers.stop());
    const room = new RedisRoom(redis);
    lifecycle.onStop('room in redis', () => room.stop());
    const expired = new ExpiredJobs(redis, queuesOf());
    lifecycle.onStop('expired jobs', () => expired.stop());
    const gatherers = await openGatherers(redis, stream, room);
    const limits = { calls: most.mostCalls, bytes: most.mostBytes, waitMs: longestWait * deadlineMs };
    const caller = new Caller({ deadlineMs, limits, redis, gatherers, clock, workers, lifecycle });
    const reading = connectToWait(redisUrl, tell, replyBlockMs);
    const reader = new ReplyReader(redis, reading, stream, caller.#pending);
    lifecycle.onStop('replies', () => reader.stop());
    const all = Object.values(gatherers).flatMap((ofLane) => [...ofLane.values()]);
    const lostJobs = new LostJobs(redis, all, () => reader.startOver());
    lifecycle.onStop('lost jobs', () => lostJobs.stop());
    lifecycle.onStop('calls under way', () => caller.#pending.none(), deadlineMs);
    return caller;
  }

  /**
   * Calls an operation with a clean input; new records get their idents here, before anything is stored.
   * Never rejects: `unavailable` was not accepted and has no effect (Redis is away, or there is too much to do),
   * `outcome_unknown` was not answered in time. Neither has an envelope.
   */
  call(contract: AnyOperation, account: number, input: object, options: CallOptions = {}): Promise<Reply> {
    const { bytes = usualBytes } = options;
    if (!this.hasRoom(contract, account, bytes)) return Promise.resolve(overloaded);
    const wanted = { contract, input, ...options };
    const gatherer = this.#gathererOf(contract, 'interactive');
    return new Promise((resolve) => gatherer.add(this.#accept(wanted, account, 'interactive', resolve)));
  }

  /**
   * Calls operations in the bulk lane, where they hold up no single calls. Whether there is room for them was asked before
   * (`hasRoomForAll`). Resolves to a reply to each, in their order, within the time that is `left` of a deadline in
   * milliseconds; never rejects.
   */
  callAll(
    account: number,
    wanted: readonly WantedCall[],
    left = this.#deadlineMs,
  ): Promise<readonly Reply[]> {
    return new Promise((resolve) => {
      const pending: PendingCall[] = [];
      // One timer for all of them, not one each.
      const deadline = setTimeout(() => pending.forEach((call) => call.giveUp()), left);
      const replies = new RepliesInOrder(wanted.length, (all) => {
        clearTimeout(deadline);
        resolve(all);
      });
      for (const [at, call] of wanted.entries())
        pending.push(this.#accept(call, account, 'bulk', (reply) => replies.set(at, reply), left));
      void leaveInTurn(pending, this.#gatherers.bulk);
    });
  }

  /** Whether a call would be let in, for those who would rather know before they read it. */
  hasRoom(operation: AnyOperation, account: number, bytes: number): boolean {
    const resource = resourceOf(operation);
    if (this.workers.isMissing({ resource, lane: 'interactive' })) return false;
    return this.#admissions.interactive.admits({ account, calls: 1, bytes, resources: [resource] });
  }

  /** Whether calls would be let in together. */
  hasRoomForAll(account: number, wanted: readonly WantedCall[]): boolean {
    const resources = new Set(wanted.map(({ contract }) => resourceOf(contract)));
    for (const resource of resources) if (this.workers.isMissing({ resource, lane: 'bulk' })) return false;
    const bytes = wanted.reduce((sum, call) => sum + (call.bytes ?? usualBytes), 0);
    return this.#admissions.bulk.admits({ account, calls: wanted.length, bytes, resources });
  }

  /** Whether there is room for a batch; which queues it would wait in is not known before it is read. */
  hasRoomForBatch(account: number, bytes: number): boolean {
    return this.#admissions.bulk.admits({ account, calls: 1, bytes, resources: [] });
  }

  /** The answers of a lane that are not written yet. */
  answersOf(lane: Lane): AnswerBytes {
    return this.#admissions[lane].answers;
  }

  #gathererOf(contract: AnyOperation, lane: Lane): Gatherer {
    return this.#gatherers[lane].get(resourceOf(contract)) as Gatherer;
  }

  #accept(
    { contract, input, id = newId(), bytes = usualBytes, ...keys }: WantedCall,
    account: number,
    lane: Lane,
    onReply: (reply: Reply) => void,
    left = this.#deadlineMs,
  ): PendingCall {
    const { name, assigns } = contract;
    const now = Math.round(this.#clock.now());
    const call = {
      id,
      ...keys,
      account,
      method: name as OperationName,
      // In place, since nobody else has the input: batches make thousands of them.
      input: assigns ? Object.assign(input, newIdents(assigns, now)) : input,
      deadline: Math.round(now + left),
    };
    const admission = this.#admissions[lane];
    const load = { resource: resourceOf(contract), account, bytes };
    admission.enter(load);
    const deadlineMs = lane === 'interactive' ? this.#deadlineMs : undefined;
    const pending = this.#pending.add(call, bytes, deadlineMs, (reply) => {
      onReply(reply);
      admission.leave(load, !isGivenUp(reply));
      this.#gathererOf(contract, lane).answered(pending);
    });
    return pending;
  }

  /** Milliseconds that a call may take. */
  get deadlineMs(): number {
    return this.#deadlineMs;
  }

  /** The time that all processes agree on. */
  get clock(): Clock {
    return this.#clock;
  }

  /** Waits for the calls under way, then disconnects. */
  stop(): Promise<void> {
    return this.#lifecycle.stop();
  }
}
