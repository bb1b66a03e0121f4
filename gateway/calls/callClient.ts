import { setImmediate as nextRound } from 'node:timers/promises';
import { type Answer, internalError, type Reply, type Unanswered } from '../../shared/calls/envelope.ts';
import type { Lane, QueueId } from '../../shared/calls/queues.ts';
import { resourceOf } from '../../shared/operations/operation.ts';
import type { Lifecycle } from '../../shared/process/lifecycle.ts';
import type { RedisClient } from '../../shared/redis/client.ts';
import type { ServiceClock } from '../../shared/redis/clock.ts';
import { groupBy } from '../../shared/values/groupBy.ts';
import { newId } from '../../shared/values/idents.ts';
import { Admission, bulkLimits, type Caller, type Group } from './admission.ts';
import type { CallClientParts, JobBatchers } from './callClientParts.ts';
import { type CallRequest, callOf, type Terms } from './callRequest.ts';
import { CallTimes } from './callTimes.ts';
import { maxCallsOfJob } from './jobBatcher.ts';
import type { PauseMonitor } from './pauseMonitor.ts';
import { isGivenUp, PendingCall, type PendingCalls } from './pendingCalls.ts';
import { Unavailable } from './unavailable.ts';
import type { WorkerMonitor } from './workerMonitor.ts';

const defaultBytes = 256;

/** Larger answers to reads need reserved room. Thousands of reads may be in flight; most answers are far smaller. */
const unreservedBytes = 32_768;

export const maxAnswerBytes = 1_048_576;

/** Calls operations through their queues and waits for the replies. Every request goes through it. */
export class CallClient {
  readonly deadlineMs: number;
  readonly redis: RedisClient;
  readonly clock: ServiceClock;
  readonly workers: WorkerMonitor;
  readonly pauses: PauseMonitor;
  readonly admissions: Readonly<Record<Lane, Admission>>;
  readonly times = new CallTimes();
  readonly #pending: PendingCalls;
  readonly #jobBatchers: JobBatchers;
  readonly #lifecycle: Lifecycle;

  constructor({ limits, ...parts }: CallClientParts) {
    this.deadlineMs = parts.deadlineMs;
    this.redis = parts.redis;
    this.clock = parts.clock;
    this.workers = parts.workers;
    this.pauses = parts.pauses;
    this.#pending = parts.pending;
    this.admissions = {
      interactive: new Admission('interactive', limits, parts.workers),
      bulk: new Admission('bulk', bulkLimits(limits), parts.workers),
    };
    this.#jobBatchers = parts.jobBatchers;
    this.#lifecycle = parts.lifecycle;
  }

  /** Refusal of calls that would not be admitted together now; undefined if they would. */
  refusal(lane: Lane, group: Group): Unavailable | undefined {
    const paused = this.pauses.refusal(lane, group.resources);
    if (paused) return paused;
    const reason = this.admissions[lane].refusal(group);
    return reason && new Unavailable(reason);
  }

  refusalOfAll(account: number, requests: readonly CallRequest[]): Unavailable | undefined {
    const resources = new Set(requests.map(({ contract }) => resourceOf(contract)));
    const bytes = requests.reduce((sum, request) => sum + (request.bytes ?? defaultBytes), 0);
    return this.refusal('bulk', { caller: account, calls: requests.length, bytes, resources });
  }

  /**
   * Calls an operation. Never rejects: `unavailable` means that the call was not accepted and has no effect (Redis is away, or
   * the service is overloaded), `outcome_unknown` that it was not answered in time.
   */
  call(caller: Caller, request: CallRequest): Promise<Answer | Unanswered> {
    const { contract, bytes = defaultBytes, deadlineMs = this.deadlineMs } = request;
    const resources = [resourceOf(contract)];
    const refusal = this.refusal('interactive', { caller, calls: 1, bytes, resources });
    if (refusal) return Promise.resolve(refusal);
    const limit = contract.kind === 'reads' ? unreservedBytes : undefined;
    const end = performance.now() + deadlineMs;
    return new Promise((resolve) =>
      this.#send(request, { caller, lane: 'interactive', deadlineMs, maxAnswerBytes: limit }, (reply) =>
        resolve(reply.kind === 'tooLarge' ? this.#readLarge(caller, request, end) : reply),
      ),
    );
  }

  /** Repeats a read once there is room for its answer: workers reply only the size of a large one. */
  #readLarge(caller: Caller, request: CallRequest, end: number): Promise<Answer | Unanswered> {
    const answers = this.admissions.interactive.answers;
    if (!answers.fits(caller, maxAnswerBytes)) return Promise.resolve(new Unavailable('answers'));
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
   * (`refusalOfAll`). Resolves to the replies, in the order of the requests, within `leftMs`, the rest of the batch's deadline.
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
    this.#jobBatchers[terms.lane].get(resourceOf(request.contract))?.add(pending);
  }

  /** Sends one job's calls at a time, so that single calls do not wait until all are written. */
  async #sendInChunks(calls: readonly PendingCall[]): Promise<void> {
    for (let start = 0; start < calls.length; start += maxCallsOfJob) {
      if (start > 0) await nextRound();
      const chunk = calls.slice(start, start + maxCallsOfJob);
      for (const [resource, its] of groupBy(chunk, ({ call }) => resourceOf({ name: call.method })))
        this.#jobBatchers.bulk.get(resource)?.add(...its);
    }
  }

  #accept(request: CallRequest, terms: Terms, onReply: (reply: Reply) => void): PendingCall {
    const { contract, bytes = defaultBytes } = request;
    const { caller, lane, deadlineMs } = terms;
    const resource = resourceOf(contract);
    const admission = this.admissions[lane];
    const load = { resource, caller, bytes };
    admission.enter(load);
    const acceptedAt = this.clock.now();
    const times = this.times.of({ resource, lane });
    const call = callOf(request, terms, Math.round(acceptedAt));
    // A batch has one timer for all of its calls.
    const timeoutMs = lane === 'interactive' ? deadlineMs : undefined;
    const pending = new PendingCall(call, bytes, timeoutMs, (reply) => {
      this.#pending.remove(pending);
      if (pending.waitMs !== undefined) request.onWaited?.(pending.waitMs);
      onReply(reply);
      if (!isGivenUp(reply)) times.observe(this.clock.now() - acceptedAt);
      admission.leave(load, !isGivenUp(reply));
      this.#jobBatchers[lane].get(resource)?.answered(pending);
    });
    this.#pending.add(pending);
    return pending;
  }

  /** Acceptance time of the oldest unanswered call of a queue, by the shared clock; undefined if all are answered. */
  oldestOf({ resource, lane }: QueueId): number | undefined {
    return this.#jobBatchers[lane].get(resource)?.oldest?.call.acceptedAt;
  }

  /** Waits for the calls in flight, then disconnects. */
  stop(): Promise<void> {
    return this.#lifecycle.stop();
  }
}
