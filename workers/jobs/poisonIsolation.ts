import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { byMethod, type Call } from '../../shared/calls/call.ts';
import { internalError, type Reply } from '../../shared/calls/envelope.ts';
import { queuePrefix } from '../../shared/calls/queues.ts';
import type { Emit } from '../../shared/process/log.ts';
import type { Clock } from '../../shared/redis/clock.ts';
import { newId } from '../../shared/values/idents.ts';
import type { Delivery, RunSet } from '../sets/coalescer.ts';

/** Seconds that tries are remembered: far longer than a dead worker's jobs take to be taken over. */
const rememberedFor = 120;

/** Milliseconds between tries to announce while Redis takes no writes. */
const announceRetryMs = 200;

/** A job of a dead worker is run in so many parts. */
const parts = 4;

/** How the calls of an operation are run without others. */
export interface IsolatedRunner {
  /** Any calls of the operation, whichever records they write to. */
  readonly run: RunSet;
  /** What became of a call that was run before. */
  readonly remembered: (call: Call) => Promise<Reply | undefined>;
}

interface PoisonIsolationParts {
  readonly redis: Redis;
  /** By operation. */
  readonly runners: ReadonlyMap<string, IsolatedRunner>;
  /** The one by which gateways tell deadlines. */
  readonly clock: Clock;
  readonly emit: Emit;
}

/**
 * Runs the calls of jobs whose worker died, or froze. One of them may have been the cause and may be so again, so they run
 * without others, in parts; a part that a worker dies of once more runs call by call, and a call that a worker died of
 * alone is given up. One try at a time in each process, announced in Redis before, so that who takes over knows what the
 * last one died of.
 */
export class PoisonIsolation {
  readonly #redis: Redis;
  readonly #runners: ReadonlyMap<string, IsolatedRunner>;
  readonly #clock: Clock;
  readonly #emit: Emit;
  #before: Promise<unknown> = Promise.resolve();

  constructor({ redis, runners, clock, emit }: PoisonIsolationParts) {
    this.#redis = redis;
    this.#runners = runners;
    this.#clock = clock;
    this.#emit = emit;
  }

  /** Settles each of the calls, when its turn has come. Never rejects. */
  run(jobId: string, deliveries: readonly Delivery[]): Promise<void> {
    const turn = this.#before.then(() => this.#runJob(jobId, deliveries));
    this.#before = turn;
    return turn;
  }

  async #runJob(jobId: string, deliveries: readonly Delivery[]): Promise<void> {
    const size = Math.ceil(deliveries.length / parts);
    for (let at = 0; at < deliveries.length; at += size) {
      const part = deliveries.slice(at, at + size);
      if (part.length === 1) await this.#runAlone(part[0] as Delivery);
      else await this.#runPart(`${jobId}.${at}`, part);
    }
  }

  async #runPart(partId: string, part: readonly Delivery[]): Promise<void> {
    const attempts = await this.#announce(partId, part);
    if (attempts === 'expired') return expire(part);
    if (attempts === 1) await this.#runTogether(part);
    else for (const delivery of part) await this.#runAlone(delivery);
    await this.#forget(partId);
  }

  async #runAlone(delivery: Delivery): Promise<void> {
    const { id } = delivery.call;
    const attempts = await this.#announce(id, [delivery]);
    if (attempts === 'expired') return expire([delivery]);
    if (attempts === 1) await this.#runTogether([delivery]);
    else await this.#giveUp(delivery);
    await this.#forget(id);
  }

  async #runTogether(deliveries: readonly Delivery[]): Promise<void> {
    const settles = new Map(deliveries.map(({ call, settle }) => [call, settle]));
    for (const [method, calls] of byMethod([...settles.keys()])) {
      const replies = (await this.#runners.get(method)?.run(calls)) ?? [];
      for (const [at, call] of calls.entries()) settles.get(call)?.(replies[at]);
    }
  }

  /** Unless the worker died only after the call was done. */
  async #giveUp({ call, settle }: Delivery): Promise<void> {
    const reply = await this.#runners
      .get(call.method)
      ?.remembered(call)
      .catch(() => undefined);
    if (!reply)
      this.#emit('call_failed', { method: call.method, callId: call.id, error: { code: 'worker_died' } });
    settle(reply ?? internalError);
  }

  /**
   * Resolves to how often these calls were tried, this time included. Nothing runs that is not announced, or a call could
   * kill one worker after the other: while Redis refuses, it is tried again until nobody waits for the calls any more.
   */
  async #announce(id: string, calls: readonly Delivery[]): Promise<number | 'expired'> {
    // A member of a set, and the same one each time: a try that is announced twice counts once.
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
    const counting = this.#redis.multi().sadd(key, member).expire(key, rememberedFor).scard(key);
    const [error, attempts] = (await counting.exec())?.[2] ?? [new Error('no answer')];
    if (error) throw error;
    return Number(attempts);
  }

  async #forget(id: string): Promise<void> {
    await this.#redis.del(attemptsKey(id)).catch(() => {});
  }
}

/** Nobody waits for their replies any more. */
function expire(deliveries: readonly Delivery[]): void {
  for (const { settle } of deliveries) settle(undefined);
}

function attemptsKey(id: string): string {
  return `${queuePrefix}:{tries.${id}}`;
}
