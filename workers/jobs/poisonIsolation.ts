import { setTimeout as delay } from 'node:timers/promises';
import { groupBy } from '../../shared/contract/values/groupBy.ts';
import { newId } from '../../shared/contract/values/idents.ts';
import type { Emit } from '../../shared/runtime/process/log.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { type Clock, maxStepMs } from '../../shared/runtime/redis/clock.ts';
import type { Call } from '../../shared/wire/call.ts';
import { internalError, type Reply } from '../../shared/wire/envelope.ts';
import { queuePrefix } from '../../shared/wire/queues.ts';
import { poisonParts, split } from '../sets/recovery.ts';
import { byCall, type CallDelivery, type Settled, settleAll } from '../sets/setResult.ts';

/*
 * Calls whose worker died or froze. One of them may be the cause (a poison message), and may kill this worker too:
 *
 * | calls                                        | run                                                                    |
 * | -------------------------------------------- | ---------------------------------------------------------------------- |
 * | of a job that was delivered again            | apart from the other calls of the worker, in `poisonParts` parts       |
 * | of a part that was attempted before          | one by one, since the worker died of the part                          |
 * | a single one that was attempted before       | not: it gets its stored reply, or fails                                |
 *
 * A process makes one attempt at a time in all lanes, and records it in Redis first. So the next worker knows which attempt
 * killed the last one; with two at a time, it would not know.
 */

/** Lifetime of recorded attempts: far longer than the takeover of a dead worker's jobs takes. */
const attemptTtlMs = 120_000 + maxStepMs;

const recordRetryMs = 200;

export interface IsolatedRunner {
  /** Runs any calls of the operation, even several writes to one record. Never rejects. */
  readonly run: (calls: readonly Call[]) => Promise<Settled>;
  /** Returns the reply of an earlier run of the call, from the inbox. */
  readonly storedReply: (call: Call) => Promise<Reply | undefined>;
}

export type IsolatedRunners = ReadonlyMap<string, IsolatedRunner>;

interface PoisonIsolationDependencies {
  readonly redis: RedisClient;
  readonly clock: Clock;
  readonly emit: Emit;
}

/** Runs the calls of jobs whose worker died or froze, so that a poison message fails alone. */
export class PoisonIsolation {
  readonly #redis: RedisClient;
  readonly #clock: Clock;
  readonly #emit: Emit;
  #lastJob: Promise<unknown> = Promise.resolve();

  constructor({ redis, clock, emit }: PoisonIsolationDependencies) {
    this.#redis = redis;
    this.#clock = clock;
    this.#emit = emit;
  }

  /** Runs and settles the calls of a job, after those of the jobs before it. Never rejects. */
  run(jobId: string, deliveries: readonly CallDelivery[], runners: IsolatedRunners): Promise<void> {
    const job = this.#lastJob.then(() => this.#runJob(jobId, deliveries, runners));
    this.#lastJob = job;
    return job;
  }

  async #runJob(jobId: string, deliveries: readonly CallDelivery[], runners: IsolatedRunners): Promise<void> {
    let from = 0;
    for (const part of split(deliveries, poisonParts)) {
      if (part.length === 1) await this.#runAlone(part[0] as CallDelivery, runners);
      else await this.#runPart(`${jobId}.${from}`, part, runners);
      from += part.length;
    }
  }

  async #runPart(partId: string, part: readonly CallDelivery[], runners: IsolatedRunners): Promise<void> {
    const attempt = await this.#recordAttempt(partId, part);
    if (attempt === 'expired') return expire(part);
    if (attempt === 1) await runTogether(part, runners);
    else for (const delivery of part) await this.#runAlone(delivery, runners);
    await this.#deleteAttempts(partId);
  }

  async #runAlone(delivery: CallDelivery, runners: IsolatedRunners): Promise<void> {
    const { id } = delivery.call;
    const attempt = await this.#recordAttempt(id, [delivery]);
    if (attempt === 'expired') return expire([delivery]);
    if (attempt === 1) await runTogether([delivery], runners);
    else await this.#fail(delivery, runners);
    await this.#deleteAttempts(id);
  }

  /** The worker may have died after COMMIT: the inbox then has the reply. */
  async #fail(delivery: CallDelivery, runners: IsolatedRunners): Promise<void> {
    const { call } = delivery;
    const reply = await runners
      .get(call.method)
      ?.storedReply(call)
      /* v8 ignore next -- the database fails, or a transaction keeps the lock, while a worker answers for another one that died. */
      .catch(() => undefined);
    if (!reply)
      this.#emit('call_failed', { method: call.method, callId: call.id, error: { code: 'worker_died' } });
    delivery.settle(reply ?? internalError);
  }

  /**
   * Resolves to the number of attempts of these calls, including this one. A call that runs without a record could kill one
   * worker after the other. So while Redis refuses the record, it is written again until the calls' deadline.
   */
  async #recordAttempt(id: string, deliveries: readonly CallDelivery[]): Promise<number | 'expired'> {
    // The same member of a set each time, so that an attempt which is recorded twice counts once.
    const member = newId();
    const deadline = Math.max(...deliveries.map(({ call }) => call.deadline));
    while (this.#clock.now() < deadline) {
      const attempts = await this.#addAttempt(attemptsKey(id), member).catch(() => undefined);
      if (attempts !== undefined) return attempts;
      await delay(recordRetryMs);
    }
    return 'expired';
  }

  async #addAttempt(key: string, member: string): Promise<number> {
    const adding = this.#redis.multi().sadd(key, member).pexpire(key, attemptTtlMs).scard(key);
    const [error, attempts] = (await adding.exec())?.[2] ?? [new Error('no answer')];
    if (error) throw error;
    return Number(attempts);
  }

  async #deleteAttempts(id: string): Promise<void> {
    await this.#redis.del(attemptsKey(id)).catch(() => {});
  }
}

async function runTogether(deliveries: readonly CallDelivery[], runners: IsolatedRunners): Promise<void> {
  for (const [method, group] of groupBy(deliveries, ({ call }) => call.method)) {
    const set = byCall(group);
    const result = await runners.get(method)?.run([...set.keys()]);
    if (result) settleAll(result, set);
  }
}

function expire(deliveries: readonly CallDelivery[]): void {
  for (const delivery of deliveries) delivery.expire();
}

function attemptsKey(id: string): string {
  return `${queuePrefix}:{attempts.${id}}`;
}
