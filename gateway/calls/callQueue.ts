import type { OperationName } from '../../shared/contract/operations/allOperations.ts';
import { newId, newIdents } from '../../shared/contract/values/idents.ts';
import type { ServiceClock } from '../../shared/runtime/redis/clock.ts';
import { type Call, noAccount } from '../../shared/wire/call.ts';
import { type Answer, internalError, type Reply, type Unanswered } from '../../shared/wire/envelope.ts';
import type { Pause } from '../../shared/wire/pauses.ts';
import { type QueueId, queueLabel } from '../../shared/wire/queues.ts';
import { OperationDurations } from '../../shared/wire/status/durations.ts';
import { assumedCallBytes, type CallRequest } from './callRequest.ts';
import type { Release } from './fairBudget.ts';
import type { JobBatcher } from './jobBatcher.ts';
import type { PartitionCount } from './jobSender.ts';
import { type Caller, type LaneRoom, maxAnswerBytes } from './laneRoom.ts';
import { isGivenUp, PendingCall, type PendingCalls } from './pendingCalls.ts';
import { Unavailable } from './unavailable.ts';
import { learningCalls, WaitEstimate } from './waitEstimate.ts';

/** Larger answers to reads need reserved room. Thousands of reads may be in flight; most answers are far smaller. */
const unreservedBytes = 32_768;

/** Maximum `Retry-After` of a paused queue, in seconds: a pause may be ended early. */
const maxPausedRetryAfterSeconds = 30;

/** Time that a restart of a worker takes at most, in milliseconds. */
const restartMs = 3_000;

interface CallTerms {
  readonly caller: Caller;
  /** Time from acceptance after which workers no longer run the call. */
  readonly deadlineMs: number;
  /** Time after which the call is given up; undefined if its caller does that. */
  readonly timeoutMs: number | undefined;
  readonly maxAnswerBytes: number | undefined;
}

interface CallQueueOptions {
  readonly id: QueueId;
  readonly laneRoom: LaneRoom;
  readonly clock: ServiceClock;
  readonly pending: PendingCalls;
  readonly batcher: JobBatcher;
  readonly deadlineMs: number;
  readonly partitions: PartitionCount;
}

/** The queue of a resource in a lane, as one gateway sees it. `QueueWatch` reads its workers and its pause from Redis. */
export class CallQueue {
  readonly id: QueueId;
  readonly label: string;
  /** Shared by the queues of the lane. */
  readonly laneRoom: LaneRoom;
  inFlight = 0;
  /** Durations from the acceptance of a call to its reply. */
  readonly durations = new OperationDurations();
  readonly waitEstimate = new WaitEstimate();
  readonly partitions: PartitionCount;
  readonly batcher: JobBatcher;
  /** Default of its calls, from acceptance. */
  readonly deadlineMs: number;
  pause: Pause | undefined;
  /** Milliseconds of the monotonic clock at which the queue was first seen without a worker; undefined while it has one. */
  withoutWorkerSince: number | undefined;
  /** The queue has been without a worker for longer than a restart takes. */
  isWithoutWorker = false;
  /** Milliseconds of the monotonic clock at which the latest single call was accepted. */
  lastCallAt = Number.NEGATIVE_INFINITY;
  /** Room of the lane that was taken for calls of this queue. It is taken before a call is in flight. */
  readonly #held = { calls: 0, bytes: 0 };
  readonly #clock: ServiceClock;
  readonly #pending: PendingCalls;

  constructor(options: CallQueueOptions) {
    this.id = options.id;
    this.label = queueLabel(options.id);
    this.laneRoom = options.laneRoom;
    this.partitions = options.partitions;
    this.#clock = options.clock;
    this.#pending = options.pending;
    this.batcher = options.batcher;
    this.deadlineMs = options.deadlineMs;
  }

  /** Milliseconds until the end of the pause at this service time; 0 without a pause. */
  pausedMs(now: number): number {
    if (this.pause === undefined) return 0;
    const { until } = this.pause;
    return until === null ? Number.POSITIVE_INFINITY : Math.max(0, until - now);
  }

  /**
   * Notes how many partitions its workers serve, or that no worker is there (undefined). Returns the event to log when workers
   * have been missing for longer than a restart takes, and when they are back.
   */
  noteWorkers(partitions: number | undefined): 'workers_missing' | 'workers_back' | undefined {
    const wasWithout = this.isWithoutWorker;
    if (partitions === undefined) {
      this.withoutWorkerSince ??= performance.now();
      this.isWithoutWorker ||= performance.now() - this.withoutWorkerSince >= restartMs;
      return this.isWithoutWorker && !wasWithout ? 'workers_missing' : undefined;
    }
    this.partitions.served = partitions;
    if (this.withoutWorkerSince !== undefined) this.waitEstimate.recover(this.deadlineMs);
    this.withoutWorkerSince = undefined;
    this.isWithoutWorker = false;
    return wasWithout ? 'workers_back' : undefined;
  }

  /** Returns why the state of the queue rejects calls; undefined if the lane's room decides. */
  rejectionByState(caller: Caller, calls: number, bytes: number): Unavailable | undefined {
    const pausedMs = this.pause ? this.pausedMs(this.#clock.now()) : 0;
    if (pausedMs > 0)
      return new Unavailable('paused', Math.min(Math.ceil(pausedMs / 1_000), maxPausedRetryAfterSeconds));
    if (this.withoutWorkerSince !== undefined)
      return this.#mayWaitForWorker(this.withoutWorkerSince, calls, bytes)
        ? undefined
        : new Unavailable('no_worker');
    if (this.inFlight <= learningCalls) return undefined;
    // Accounts take turns, so calls wait for those of their own account, and for as many of each other one.
    const { calls: held, maxWaitMs } = this.laneRoom;
    const ahead = Math.min(this.inFlight, held.heldBy(caller) * held.owners);
    return this.waitEstimate.msFor(ahead) > maxWaitMs ? new Unavailable('wait') : undefined;
  }

  /**
   * Calls wait for a worker that is restarted. After a whole deadline without one, all that waited have failed, so that new calls
   * are rejected at once. The queue may hold as much of the lane's room as is free, so that other queues keep room.
   */
  #mayWaitForWorker(since: number, calls: number, bytes: number): boolean {
    if (performance.now() - since > this.deadlineMs) return false;
    const { calls: freeCalls, bytes: freeBytes } = this.laneRoom;
    return freeCalls.isFree(this.#held.calls + calls) && freeBytes.isFree(this.#held.bytes + bytes);
  }

  /** Takes room for a call, which must be released when the call is answered. */
  acquire(caller: Caller, bytes: number): Release | Unavailable {
    const rejection = this.rejectionByState(caller, 1, bytes);
    if (rejection) return rejection;
    const room = this.laneRoom.acquire(caller, 1, bytes, () => this.hold(-1, -bytes));
    if (!(room instanceof Unavailable)) this.hold(1, bytes);
    return room;
  }

  /** Counts room of the lane as that of this queue; negative numbers give it back. */
  hold(calls: number, bytes: number): void {
    this.#held.calls += calls;
    this.#held.bytes += bytes;
  }

  /**
   * Calls an operation. Never rejects: `unavailable` means that the call was not accepted and has no effect (Redis is away, or
   * the service is overloaded), `outcome_unknown` that it was not answered in time.
   */
  async call(caller: Caller, request: CallRequest): Promise<Answer | Unanswered> {
    const release = this.acquire(caller, request.bytes ?? assumedCallBytes);
    if (release instanceof Unavailable) return release;
    return this.run(caller, request).finally(release);
  }

  /** Like `call`, with room that was acquired before. */
  async run(caller: Caller, request: CallRequest): Promise<Answer | Unanswered> {
    const { contract, expectsLargeAnswer, deadlineMs = this.deadlineMs } = request;
    const startedAt = performance.now();
    this.lastCallAt = startedAt;
    const release = expectsLargeAnswer ? this.laneRoom.reserveAnswer(caller) : undefined;
    const limit = contract.kind === 'reads' && !release ? unreservedBytes : undefined;
    const terms = { caller, deadlineMs, timeoutMs: deadlineMs, maxAnswerBytes: limit };
    const reply = await this.#replyTo(request, terms).finally(release);
    return reply.kind === 'tooLarge' ? this.#readLarge(caller, request, startedAt + deadlineMs) : reply;
  }

  /** Repeats a read once there is room for its answer: workers reply only the size of a large one. */
  async #readLarge(caller: Caller, request: CallRequest, end: number): Promise<Answer | Unanswered> {
    const release = this.laneRoom.answers.tryAcquire(caller, maxAnswerBytes);
    if (!release) return new Unavailable('answers');
    const again = { ...request, id: `${request.id ?? newId()}.large` };
    const deadlineMs = end - performance.now();
    const terms = { caller, deadlineMs, timeoutMs: deadlineMs, maxAnswerBytes: undefined };
    const reply = await this.#replyTo(again, terms).finally(release);
    return reply.kind === 'tooLarge' ? internalError : reply; // without a limit, nothing is too large
  }

  #replyTo(request: CallRequest, terms: CallTerms): Promise<Reply> {
    return new Promise((resolve) => this.batcher.add(this.register(request, terms, resolve)));
  }

  /**
   * Counts a call as in flight, and gives new records their idents. The caller has acquired room, and must pass the result to
   * `batcher.add`.
   */
  register(request: CallRequest, terms: CallTerms, onReply: (reply: Reply) => void): PendingCall {
    this.inFlight += 1;
    const startedAt = performance.now();
    const acceptedAt = Math.round(this.#clock.now());
    const { contract, input, id = newId(), idempotency, trace, bytes = assumedCallBytes, waits } = request;
    const { name, assigns } = contract;
    // Each property by its name: all calls have one shape, and nothing is spread.
    const call: Call = {
      id,
      key: idempotency?.key,
      fingerprint: idempotency?.fingerprint,
      account: terms.caller === 'service' ? noAccount : terms.caller,
      app: contract.kind === 'writes' ? request.app : undefined,
      method: name as OperationName,
      // Idents are added in place, since nobody else has the input: batches make thousands of them.
      input: assigns ? Object.assign(input, newIdents(assigns, acceptedAt)) : input,
      deadline: Math.round(acceptedAt + terms.deadlineMs),
      acceptedAt,
      maxAnswerBytes: request.maxAnswerBytes ?? terms.maxAnswerBytes,
      traceparent: trace?.traceparent,
      tracestate: trace?.tracestate,
    };
    const pending = new PendingCall(call, bytes, terms.timeoutMs, (reply) => {
      const isAnswered = !isGivenUp(reply);
      const { waitMs } = pending;
      this.#pending.remove(pending);
      if (waits && waitMs !== undefined) waits.queueMs = Math.max(waits.queueMs ?? 0, waitMs);
      onReply(reply);
      const now = performance.now();
      if (isAnswered) this.durations.observe(call.method, now - startedAt);
      this.inFlight -= 1;
      this.waitEstimate.update(this.inFlight, isAnswered, now);
      this.batcher.answered(pending);
    });
    this.#pending.add(pending);
    return pending;
  }
}
