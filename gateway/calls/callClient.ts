import type { Redis } from 'ioredis';
import type { EarlierWorkers } from '../../shared/calls/earlierWorkers.ts';
import { answerTooLarge, type Reply } from '../../shared/calls/envelope.ts';
import type { Lane } from '../../shared/calls/queues.ts';
import type { OperationName } from '../../shared/operations/index.ts';
import { type AnyOperation, resourceOf } from '../../shared/operations/operation.ts';
import type { Lifecycle } from '../../shared/process/lifecycle.ts';
import type { Clock } from '../../shared/redis/clock.ts';
import { newId, newIdents } from '../../shared/values/idents.ts';
import { Admission, type AdmissionLimits } from './admission.ts';
import type { AnswerBytes } from './answerBytes.ts';
import { bulkLimits } from './bulkRoom.ts';
import { type CallOptions, type CallRequest, overloaded } from './callRequest.ts';
import { defaultBytes, maxAnswerBytes, unreservedBytes } from './callSizes.ts';
import type { JobBatcher } from './jobBatcher.ts';
import { sendInChunks } from './leaveInTurn.ts';
import { isGivenUp, type PendingCall, type PendingCalls } from './pending.ts';
import type { JobBatchers } from './queues.ts';
import { RepliesInOrder } from './repliesInOrder.ts';
import type { WorkerMonitor } from './workerMonitor.ts';

interface Parts {
  readonly deadlineMs: number;
  readonly limits: AdmissionLimits;
  readonly redis: Redis;
  readonly jobBatchers: JobBatchers;
  readonly pending: PendingCalls;
  readonly clock: Clock;
  readonly workers: WorkerMonitor;
  readonly earlierWorkers: EarlierWorkers;
  readonly lifecycle: Lifecycle;
}

/** Calls operations through their queues and waits for the replies: the way of every request. */
export class CallClient {
  /** How long a call may take, in milliseconds. */
  readonly deadlineMs: number;
  readonly #pending: PendingCalls;
  readonly #admissions: Readonly<Record<Lane, Admission>>;
  readonly #jobBatchers: JobBatchers;
  /** The time that all processes agree on. */
  readonly clock: Clock;
  readonly #lifecycle: Lifecycle;
  readonly workers: WorkerMonitor;
  /** Those of accounts. */
  readonly earlierWorkers: EarlierWorkers;
  readonly redis: Redis;

  constructor(parts: Parts) {
    this.deadlineMs = parts.deadlineMs;
    this.#pending = parts.pending;
    this.#admissions = {
      interactive: new Admission(parts.limits),
      bulk: new Admission(bulkLimits(parts.limits)),
    };
    this.redis = parts.redis;
    this.#jobBatchers = parts.jobBatchers;
    this.clock = parts.clock;
    this.workers = parts.workers;
    this.earlierWorkers = parts.earlierWorkers;
    this.#lifecycle = parts.lifecycle;
  }

  /**
   * Calls an operation with a clean input; new records get their idents here, before anything is stored.
   * Never rejects: `unavailable` was not accepted and has no effect (Redis is away, or there is too much to do),
   * `outcome_unknown` was not answered in time. Neither has an envelope.
   */
  call(contract: AnyOperation, account: number, input: object, options: CallOptions = {}): Promise<Reply> {
    const { bytes = defaultBytes } = options;
    if (!this.hasRoom(contract, account, bytes)) return Promise.resolve(overloaded);
    if (contract.kind === 'writes') return this.#callOnce({ contract, input, ...options }, account);
    return this.#read({ contract, input, ...options, maxAnswerBytes: unreservedBytes }, account);
  }

  /** A large answer is told by its size first, and asked for again when there is room for it. */
  #read(wanted: CallRequest, account: number): Promise<Reply> {
    const end = performance.now() + (wanted.deadlineMs ?? this.deadlineMs);
    return new Promise((resolve) =>
      this.#leave(wanted, account, (reply) =>
        resolve(reply.code === answerTooLarge ? this.#readLarge(wanted, account, end) : reply),
      ),
    );
  }

  async #readLarge(wanted: CallRequest, account: number, end: number): Promise<Reply> {
    const answers = this.answersOf('interactive');
    if (!answers.fits(account, maxAnswerBytes)) return overloaded;
    const release = answers.hold(account, maxAnswerBytes);
    const { maxAnswerBytes: _, id = newId(), ...unlimited } = wanted;
    const deadlineMs = end - performance.now();
    return this.#callOnce({ ...unlimited, id: `${id}.large`, deadlineMs }, account).finally(release);
  }

  #callOnce(wanted: CallRequest, account: number): Promise<Reply> {
    return new Promise((resolve) => this.#leave(wanted, account, resolve));
  }

  #leave(wanted: CallRequest, account: number, onReply: (reply: Reply) => void): void {
    const pending = this.#accept(wanted, account, 'interactive', onReply);
    this.#jobBatcherOf(wanted.contract, 'interactive').add(pending);
  }

  /**
   * Calls operations in the bulk lane, where they hold up no single calls. Whether there is room for them was asked before
   * (`hasRoomForAll`). Resolves to a reply to each, in their order, within the time that is `left` of a deadline in
   * milliseconds; never rejects.
   */
  callAll(
    account: number,
    wanted: readonly CallRequest[],
    left = this.deadlineMs,
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
        pending.push(
          this.#accept({ ...call, deadlineMs: left }, account, 'bulk', (reply) => replies.set(at, reply)),
        );
      void sendInChunks(pending, this.#jobBatchers.bulk);
    });
  }

  /** Whether a call would be let in, for those who would rather know before they read it. */
  hasRoom(operation: AnyOperation, account: number, bytes: number): boolean {
    const resource = resourceOf(operation);
    if (this.workers.isMissing({ resource, lane: 'interactive' })) return false;
    return this.#admissions.interactive.admits({ account, calls: 1, bytes, resources: [resource] });
  }

  /** Whether calls would be let in together. */
  hasRoomForAll(account: number, wanted: readonly CallRequest[]): boolean {
    const resources = new Set(wanted.map(({ contract }) => resourceOf(contract)));
    for (const resource of resources) if (this.workers.isMissing({ resource, lane: 'bulk' })) return false;
    const bytes = wanted.reduce((sum, call) => sum + (call.bytes ?? defaultBytes), 0);
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

  #jobBatcherOf(contract: AnyOperation, lane: Lane): JobBatcher {
    return this.#jobBatchers[lane].get(resourceOf(contract)) as JobBatcher;
  }

  #accept(
    {
      contract,
      input,
      id = newId(),
      bytes = defaultBytes,
      deadlineMs = this.deadlineMs,
      ...keys
    }: CallRequest,
    account: number,
    lane: Lane,
    onReply: (reply: Reply) => void,
  ): PendingCall {
    const { name, assigns } = contract;
    const now = Math.round(this.clock.now());
    const call = {
      id,
      ...keys,
      account,
      method: name as OperationName,
      // In place, since nobody else has the input: batches make thousands of them.
      input: assigns ? Object.assign(input, newIdents(assigns, now)) : input,
      deadline: Math.round(now + deadlineMs),
    };
    const admission = this.#admissions[lane];
    const load = { resource: resourceOf(contract), account, bytes };
    admission.enter(load);
    const timeoutMs = lane === 'interactive' ? deadlineMs : undefined;
    const pending = this.#pending.add(call, bytes, timeoutMs, (reply) => {
      onReply(reply);
      admission.leave(load, !isGivenUp(reply));
      this.#jobBatcherOf(contract, lane).answered(pending);
    });
    return pending;
  }

  /** Waits for the calls under way, then disconnects. */
  stop(): Promise<void> {
    return this.#lifecycle.stop();
  }
}
