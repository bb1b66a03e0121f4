import { setImmediate as nextRound } from 'node:timers/promises';
import type { OperationName } from '../../shared/contract/operations/allOperations.ts';
import { type AnyOperation, type Resource, resourceOf } from '../../shared/contract/operations/operation.ts';
import { groupBy } from '../../shared/contract/values/groupBy.ts';
import { newId, newIdents } from '../../shared/contract/values/idents.ts';
import type { Lifecycle } from '../../shared/runtime/process/lifecycle.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import type { ServiceClock } from '../../shared/runtime/redis/clock.ts';
import type { TraceContext } from '../../shared/runtime/traces/traceContext.ts';
import { type Call, type Idempotency, noAccount } from '../../shared/wire/call.ts';
import { type Answer, internalError, type Reply, type Unanswered } from '../../shared/wire/envelope.ts';
import type { Lane, QueueId } from '../../shared/wire/queues.ts';
import { Admission, type AdmissionLimits, bulkLimits, type Caller, type Group } from './admission.ts';
import type { CallQueue } from './callQueue.ts';
import { maxCallsOfJob } from './jobBatcher.ts';
import { isGivenUp, PendingCall, type PendingCalls } from './pendingCalls.ts';
import type { QueueWatch } from './queueWatch.ts';
import { Unavailable } from './unavailable.ts';

const defaultBytes = 256;

/** Larger answers to reads need reserved room. Thousands of reads may be in flight; most answers are far smaller. */
const unreservedBytes = 32_768;

export const maxAnswerBytes = 1_048_576;

/** Seconds. A pause may be ended early, so no client is told to stay away for longer. */
const maxPausedRetryAfter = 30;

/** Call to make. The input must be clean. */
export interface CallRequest {
  readonly contract: AnyOperation;
  readonly input: object;
  /** Generated if missing; must never be used twice. */
  readonly id?: string;
  /** Approximate size of the input; the size of the request's body is good enough. */
  readonly bytes?: number;
  readonly idempotency?: Idempotency;
  readonly maxAnswerBytes?: number;
  /** Called before the reply with the milliseconds that the call waited for its set, if its worker reports them. */
  readonly onWaited?: ((waitMs: number) => void) | undefined;
  readonly deadlineMs?: number;
  readonly trace?: TraceContext | undefined;
}

interface Terms {
  readonly caller: Caller;
  readonly lane: Lane;
  readonly deadlineMs: number;
  readonly maxAnswerBytes: number | undefined;
}

export interface CallClientParts {
  readonly deadlineMs: number;
  readonly limits: AdmissionLimits;
  readonly redis: RedisClient;
  readonly clock: ServiceClock;
  readonly queues: Iterable<CallQueue>;
  readonly pending: PendingCalls;
  readonly watch: QueueWatch;
  readonly lifecycle: Lifecycle;
}

/** Calls operations through their queues and waits for the replies. Every request goes through it. */
export class CallClient {
  readonly deadlineMs: number;
  readonly redis: RedisClient;
  readonly clock: ServiceClock;
  readonly watch: QueueWatch;
  readonly admissions: Readonly<Record<Lane, Admission>>;
  /** Milliseconds of the monotonic clock at which the latest single call for a client was accepted. */
  lastSingleCallAt = Number.NEGATIVE_INFINITY;
  readonly #queues: Readonly<Record<Lane, ReadonlyMap<Resource, CallQueue>>>;
  readonly #pending: PendingCalls;
  readonly #lifecycle: Lifecycle;

  constructor({ limits, ...parts }: CallClientParts) {
    this.deadlineMs = parts.deadlineMs;
    this.redis = parts.redis;
    this.clock = parts.clock;
    this.watch = parts.watch;
    this.admissions = { interactive: new Admission(limits), bulk: new Admission(bulkLimits(limits)) };
    this.#queues = { interactive: inLane('interactive', parts.queues), bulk: inLane('bulk', parts.queues) };
    this.#pending = parts.pending;
    this.#lifecycle = parts.lifecycle;
  }

  queue({ resource, lane }: QueueId): CallQueue {
    return this.#queues[lane].get(resource) as CallQueue;
  }

  /** Rejection of calls that would not be admitted to these queues together now; undefined if they would. */
  rejection(lane: Lane, resources: Iterable<Resource>, group: Group): Unavailable | undefined {
    const admission = this.admissions[lane];
    const ahead = admission.ahead(group.caller);
    let reason = admission.rejection(group);
    let pausedMs = 0;
    for (const resource of resources) {
      const queue = this.queue({ resource, lane });
      if (queue.pause) pausedMs = Math.max(pausedMs, queue.pausedMs(this.clock.now()));
      reason ??= queue.rejection(ahead, admission.waitMs);
    }
    if (pausedMs > 0)
      return new Unavailable('paused', Math.min(Math.ceil(pausedMs / 1_000), maxPausedRetryAfter));
    return reason && new Unavailable(reason);
  }

  rejectionOfAll(account: number, requests: readonly CallRequest[]): Unavailable | undefined {
    const resources = new Set(requests.map(({ contract }) => resourceOf(contract)));
    const bytes = requests.reduce((sum, request) => sum + (request.bytes ?? defaultBytes), 0);
    return this.rejection('bulk', resources, { caller: account, calls: requests.length, bytes });
  }

  /**
   * Calls an operation. Never rejects: `unavailable` means that the call was not accepted and has no effect (Redis is away, or
   * the service is overloaded), `outcome_unknown` that it was not answered in time.
   */
  call(caller: Caller, request: CallRequest): Promise<Answer | Unanswered> {
    const { contract, bytes = defaultBytes, deadlineMs = this.deadlineMs } = request;
    const resource = resourceOf(contract);
    const rejection = this.rejection('interactive', [resource], { caller, calls: 1, bytes });
    if (rejection) return Promise.resolve(rejection);
    const startedAt = performance.now();
    if (resource !== 'account') this.lastSingleCallAt = startedAt;
    const limit = contract.kind === 'reads' ? unreservedBytes : undefined;
    return new Promise((resolve) =>
      this.#send(request, { caller, lane: 'interactive', deadlineMs, maxAnswerBytes: limit }, (reply) =>
        resolve(reply.kind === 'tooLarge' ? this.#readLarge(caller, request, startedAt + deadlineMs) : reply),
      ),
    );
  }

  /** Repeats a read once there is room for its answer: workers reply only the size of a large one. */
  #readLarge(caller: Caller, request: CallRequest, end: number): Promise<Answer | Unanswered> {
    const { answers } = this.admissions.interactive;
    if (!answers.isFree(maxAnswerBytes) || !answers.isFair(caller))
      return Promise.resolve(new Unavailable('answers'));
    const release = answers.hold(caller, maxAnswerBytes);
    const again = { ...request, id: `${request.id ?? newId()}.large` };
    const deadlineMs = end - performance.now();
    return new Promise((resolve) =>
      this.#send(again, { caller, lane: 'interactive', deadlineMs, maxAnswerBytes: undefined }, (reply) => {
        release();
        resolve(reply.kind === 'tooLarge' ? internalError : reply); // without a limit, nothing is too large
      }),
    );
  }

  /**
   * Calls operations in the bulk lane, where they do not delay single calls. The caller must have checked that there is room
   * (`rejectionOfAll`). Resolves to the replies, in the order of the requests, within `leftMs`, the rest of the batch's deadline.
   * Never rejects.
   */
  callAll(
    account: number,
    requests: readonly CallRequest[],
    leftMs = this.deadlineMs,
  ): Promise<readonly Reply[]> {
    if (requests.length === 0) return Promise.resolve([]);
    const terms: Terms = { caller: account, lane: 'bulk', deadlineMs: leftMs, maxAnswerBytes: undefined };
    const replies: Reply[] = Array.from({ length: requests.length });
    let open = requests.length;
    // One promise and one timer for all calls, not one each.
    return new Promise((resolve) => {
      const calls = requests.map((request, index) =>
        this.#accept(request, terms, (reply) => {
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

  #send(request: CallRequest, terms: Terms, onReply: (reply: Reply) => void): void {
    const pending = this.#accept(request, terms, onReply);
    this.queue({ resource: resourceOf(request.contract), lane: terms.lane }).send(pending);
  }

  /** Sends one job's calls at a time, so that single calls do not wait until all are written. */
  async #sendInChunks(calls: readonly PendingCall[]): Promise<void> {
    for (let start = 0; start < calls.length; start += maxCallsOfJob) {
      if (start > 0) await nextRound();
      const chunk = calls.slice(start, start + maxCallsOfJob);
      for (const [resource, its] of groupBy(chunk, ({ call }) => resourceOf({ name: call.method })))
        this.queue({ resource, lane: 'bulk' }).send(...its);
    }
  }

  #accept(request: CallRequest, terms: Terms, onReply: (reply: Reply) => void): PendingCall {
    const { contract, bytes = defaultBytes } = request;
    const { caller, lane, deadlineMs } = terms;
    const queue = this.queue({ resource: resourceOf(contract), lane });
    const admission = this.admissions[lane];
    admission.enter(caller, bytes);
    queue.wait.enter();
    const acceptedAt = this.clock.now();
    const call = callOf(request, terms, Math.round(acceptedAt));
    // A batch has one timer for all of its calls.
    const timeoutMs = lane === 'interactive' ? deadlineMs : undefined;
    const pending = new PendingCall(call, bytes, timeoutMs, (reply) => {
      this.#pending.remove(pending);
      if (pending.waitMs !== undefined) request.onWaited?.(pending.waitMs);
      onReply(reply);
      admission.leave(caller, bytes);
      queue.leave(pending, !isGivenUp(reply), this.clock.now() - acceptedAt);
    });
    this.#pending.add(pending);
    return pending;
  }

  /** Waits for the calls in flight, then disconnects. */
  stop(): Promise<void> {
    return this.#lifecycle.stop();
  }
}

function inLane(lane: Lane, queues: Iterable<CallQueue>): ReadonlyMap<Resource, CallQueue> {
  const its = [...queues].filter(({ id }) => id.lane === lane);
  return new Map(its.map((queue) => [queue.id.resource, queue]));
}

/** Makes the call of a request. New records get their idents here, before anything is stored. */
function callOf(request: CallRequest, terms: Terms, now: number): Call {
  const { contract, input, id = newId(), idempotency, trace } = request;
  const { name, assigns } = contract;
  // Each property by its name: all calls have one shape, and nothing is spread.
  return {
    id,
    key: idempotency?.key,
    fingerprint: idempotency?.fingerprint,
    account: terms.caller === 'service' ? noAccount : terms.caller,
    method: name as OperationName,
    // Idents are added in place, since nobody else has the input: batches make thousands of them.
    input: assigns ? Object.assign(input, newIdents(assigns, now)) : input,
    deadline: Math.round(now + terms.deadlineMs),
    acceptedAt: now,
    maxAnswerBytes: request.maxAnswerBytes ?? terms.maxAnswerBytes,
    traceparent: trace?.traceparent,
    tracestate: trace?.tracestate,
  };
}
