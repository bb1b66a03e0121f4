import type { Redis } from 'ioredis';
import { byMethod, type Call } from '../shared/call.ts';
import type { Reply } from '../shared/envelope.ts';
import type { Tell } from '../shared/log.ts';
import { queuePrefix } from '../shared/queues.ts';
import type { RunSet } from './coalescer.ts';

/** Seconds that the tries of a suspect are remembered: longer than any call waits. */
const rememberedFor = 120;

const internalError: Reply = { code: 'internal_error', envelope: '' };

type Settle = (call: Call) => (reply: Reply | undefined) => void;

/** A job of a dead worker is run in at most so many parts: a call by itself, unless there are more of them. */
const mostParts = 32;

/**
 * Runs the calls of jobs whose worker died, or froze. One of them may have been the cause and may be so again, so they run
 * in small parts by themselves; a part that a worker dies of once more runs call by call, and a call that a worker died of
 * alone is given up. One try at a time in each process, announced in Redis before, so that who takes over knows what the
 * last one died of.
 */
export class Suspects {
  readonly #redis: Redis;
  readonly #runners: ReadonlyMap<string, RunSet>;
  readonly #tell: Tell;
  #before: Promise<unknown> = Promise.resolve();

  /** Runners by operation. */
  constructor(redis: Redis, runners: ReadonlyMap<string, RunSet>, tell: Tell) {
    this.#redis = redis;
    this.#runners = runners;
    this.#tell = tell;
  }

  /** Settles each of the calls, when its turn has come. Never rejects. */
  run(jobId: string, calls: readonly Call[], settle: Settle): Promise<void> {
    const turn = this.#before.then(() => this.#runJob(jobId, calls, settle));
    this.#before = turn;
    return turn;
  }

  async #runJob(jobId: string, calls: readonly Call[], settle: Settle): Promise<void> {
    const size = Math.ceil(calls.length / mostParts);
    for (let at = 0; at < calls.length; at += size) {
      const part = calls.slice(at, at + size);
      if (part.length === 1) await this.#runAlone(part[0] as Call, settle);
      else await this.#runPart(`${jobId}.${at}`, part, settle);
    }
  }

  async #runPart(partId: string, calls: readonly Call[], settle: Settle): Promise<void> {
    if ((await this.#announce(partId)) === 1) {
      for (const [method, group] of byMethod(calls)) await this.#runSet(method, group, settle);
    } else {
      for (const call of calls) await this.#runAlone(call, settle);
    }
    await this.#forget(partId);
  }

  async #runAlone(call: Call, settle: Settle): Promise<void> {
    if ((await this.#announce(call.id)) === 1) await this.#runSet(call.method, [call], settle);
    else this.#giveUp(call, settle);
    await this.#forget(call.id);
  }

  async #runSet(method: string, calls: readonly Call[], settle: Settle): Promise<void> {
    const replies = (await this.#runners.get(method)?.(calls)) ?? [];
    for (const [at, call] of calls.entries()) settle(call)(replies[at]);
  }

  #giveUp(call: Call, settle: Settle): void {
    this.#tell('call_failed', { method: call.method, callId: call.id, error: { code: 'worker_died' } });
    settle(call)(internalError);
  }

  /** Resolves to how often it was tried by itself, this time included. */
  async #announce(id: string): Promise<number> {
    const answers = await this.#redis
      .multi()
      .incr(triesKey(id))
      .expire(triesKey(id), rememberedFor)
      .exec()
      .catch(() => null);
    return Number(answers?.[0]?.[1] ?? 1);
  }

  async #forget(id: string): Promise<void> {
    await this.#redis.del(triesKey(id)).catch(() => {});
  }
}

function triesKey(id: string): string {
  return `${queuePrefix}:{tries.${id}}`;
}
