import { setTimeout as delay } from 'node:timers/promises';
import { groupBy } from '../../shared/contract/values/groupBy.ts';
import { newId } from '../../shared/contract/values/idents.ts';
import { backoffMs } from '../../shared/runtime/process/backoff.ts';
import type { Emit } from '../../shared/runtime/process/log.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { type Clock, maxStepMs } from '../../shared/runtime/redis/clock.ts';
import type { Call } from '../../shared/wire/call.ts';
import { internalError, type Reply } from '../../shared/wire/envelope.ts';
import { queuePrefix } from '../../shared/wire/queues.ts';
import { type Implementation, independentSets } from '../sets/implementation.ts';
import { Attempt, byCall, type Delivery, settleAll, type TrySet } from '../sets/setResult.ts';
import { retryBackoff } from '../sets/setRunner.ts';
import { isSlowLock } from '../stores/locks.ts';

/** Far longer than the takeover of a dead worker's jobs takes. */
const rememberedMs = 120_000 + maxStepMs;

const announceRetryMs = 200;

const parts = 4;

export interface IsolatedRunner {
  /** Runs any calls of the operation, even several writes to one record. Never rejects. */
  readonly run: (calls: readonly Call[]) => Promise<Pick<Attempt, 'replies' | 'expired' | 'startedAt'>>;
  /** Returns the reply of an earlier run of the call, from the inbox. */
  readonly remembered: (call: Call) => Promise<Reply | undefined>;
}

export type IsolatedRunners = ReadonlyMap<string, IsolatedRunner>;

interface PoisonIsolationParts {
  readonly redis: RedisClient;
  readonly clock: Clock;
  readonly emit: Emit;
}

/**
 * Runs the calls of jobs whose worker died or froze. One of the calls may be the cause (a poison message) and may kill this
 * worker too. So they run apart from others, in parts. If another worker dies of a part, its calls run one by one. If a worker
 * dies of a single call, that call is given up. Each process makes one try at a time in all lanes, and announces it in Redis
 * first, so that the next worker knows which try killed the last one. With two tries at a time, it would not know.
 */
export class PoisonIsolation {
  readonly #redis: RedisClient;
  readonly #clock: Clock;
  readonly #emit: Emit;
  #before: Promise<unknown> = Promise.resolve();

  constructor({ redis, clock, emit }: PoisonIsolationParts) {
    this.#redis = redis;
    this.#clock = clock;
    this.#emit = emit;
  }

  /** Runs and settles the calls of a job, after those of the jobs before it. Never rejects. */
  run(jobId: string, deliveries: readonly Delivery[], runners: IsolatedRunners): Promise<void> {
    const turn = this.#before.then(() => this.#runJob(jobId, deliveries, runners));
    this.#before = turn;
    return turn;
  }

  async #runJob(jobId: string, deliveries: readonly Delivery[], runners: IsolatedRunners): Promise<void> {
    const size = Math.ceil(deliveries.length / parts);
    for (let from = 0; from < deliveries.length; from += size) {
      const part = deliveries.slice(from, from + size);
      if (part.length === 1) await this.#runAlone(part[0] as Delivery, runners);
      else await this.#runPart(`${jobId}.${from}`, part, runners);
    }
  }

  async #runPart(partId: string, part: readonly Delivery[], runners: IsolatedRunners): Promise<void> {
    const attempts = await this.#announce(partId, part);
    if (attempts === 'expired') return expire(part);
    if (attempts === 1) await runTogether(part, runners);
    else for (const delivery of part) await this.#runAlone(delivery, runners);
    await this.#forget(partId);
  }

  async #runAlone(delivery: Delivery, runners: IsolatedRunners): Promise<void> {
    const { id } = delivery.call;
    const attempts = await this.#announce(id, [delivery]);
    if (attempts === 'expired') return expire([delivery]);
    if (attempts === 1) await runTogether([delivery], runners);
    else await this.#giveUp(delivery, runners);
    await this.#forget(id);
  }

  /** The worker may have died after COMMIT: the inbox then has the reply. */
  async #giveUp(delivery: Delivery, runners: IsolatedRunners): Promise<void> {
    const { call } = delivery;
    const reply = await runners
      .get(call.method)
      ?.remembered(call)
      .catch(() => undefined);
    if (!reply)
      this.#emit('call_failed', { method: call.method, callId: call.id, error: { code: 'worker_died' } });
    delivery.settle(reply ?? internalError);
  }

  /**
   * Resolves to the number of tries of these calls, including this one. A call that runs without an announcement could kill one
   * worker after the other. So while Redis refuses the announcement, it is tried again until the calls' deadline.
   */
  async #announce(id: string, calls: readonly Delivery[]): Promise<number | 'expired'> {
    // The same member of a set each time, so that a try which is announced twice counts once.
    const member = newId();
    const deadline = Math.max(...calls.map(({ call }) => call.deadline));
    while (this.#clock.now() < deadline) {
      const attempts = await this.#countTry(attemptsKey(id), member).catch(() => undefined);
      if (attempts !== undefined) return attempts;
      await delay(announceRetryMs);
    }
    return 'expired';
  }

  async #countTry(key: string, member: string): Promise<number> {
    const counting = this.#redis.multi().sadd(key, member).pexpire(key, rememberedMs).scard(key);
    const [error, attempts] = (await counting.exec())?.[2] ?? [new Error('no answer')];
    if (error) throw error;
    return Number(attempts);
  }

  async #forget(id: string): Promise<void> {
    await this.#redis.del(attemptsKey(id)).catch(() => {});
  }
}

async function runTogether(deliveries: readonly Delivery[], runners: IsolatedRunners): Promise<void> {
  for (const [method, group] of groupBy(deliveries, ({ call }) => call.method)) {
    const set = byCall(group);
    const settled = await runners.get(method)?.run([...set.keys()]);
    if (settled) settleAll(settled, set);
  }
}

function expire(deliveries: readonly Delivery[]): void {
  for (const delivery of deliveries) delivery.expire();
}

function attemptsKey(id: string): string {
  return `${queuePrefix}:{tries.${id}}`;
}

/**
 * Runs any calls of an operation until each has a reply or has expired. Conflicting calls run one after the other, postponed
 * reads run again, and locked calls run when their lock is free. Never rejects.
 */
export async function runIsolated(
  calls: readonly Call[],
  implementation: Implementation,
  trySet: TrySet,
): Promise<Pick<Attempt, 'replies' | 'expired' | 'startedAt'>> {
  const result = new Attempt();
  for (const set of independentSets(calls, implementation))
    for (let open: readonly Call[] = set; open.length > 0; ) {
      const settled = await runWithLocks(open, trySet);
      result.add(settled);
      open = result.postponed.splice(0);
    }
  return result;
}

/** Runs a set, and waits for each lock that some of its calls need. Never rejects. */
export async function runWithLocks(all: readonly Call[], trySet: TrySet): Promise<Attempt> {
  const result = await trySet(all);
  const { locked } = result;
  for (let tries = 1; locked.size > 0; tries += 1) {
    const [lock, waiting] = locked.entries().next().value as [string, Call[]];
    locked.delete(lock);
    // Slow calls run one by one.
    const calls = isSlowLock(lock) ? waiting.splice(0, 1) : waiting.splice(0);
    for (const call of waiting) result.lock(lock, [call]);
    const next = await trySet(calls, lock);
    result.add(next);
    if (next.locked.size > 0) await delay(backoffMs(tries, retryBackoff));
  }
  return result;
}
