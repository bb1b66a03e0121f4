import type { Redis } from 'ioredis';
import { byMethod, type Call } from '../shared/call.ts';
import { internalError, type Reply } from '../shared/envelope.ts';
import { newId } from '../shared/idents.ts';
import type { Tell } from '../shared/log.ts';
import { queuePrefix } from '../shared/queues.ts';
import type { Delivery, RunSet } from './coalescer.ts';

/** Seconds that tries are remembered: far longer than a dead worker's jobs take to be taken over. */
const rememberedFor = 120;

/** A job of a dead worker is run in so many parts. */
const parts = 4;

/** How the calls of an operation are run without others. */
export interface SuspectRunner {
  /** Any calls of the operation, whichever records they write to. */
  readonly run: RunSet;
  /** What became of a call that was run before. */
  readonly remembered: (call: Call) => Promise<Reply | undefined>;
}

/**
 * Runs the calls of jobs whose worker died, or froze. One of them may have been the cause and may be so again, so they run
 * without others, in parts; a part that a worker dies of once more runs call by call, and a call that a worker died of
 * alone is given up. One try at a time in each process, announced in Redis before, so that who takes over knows what the
 * last one died of.
 */
export class Suspects {
  readonly #redis: Redis;
  readonly #runners: ReadonlyMap<string, SuspectRunner>;
  readonly #tell: Tell;
  #before: Promise<unknown> = Promise.resolve();

  /** Runners by operation. */
  constructor(redis: Redis, runners: ReadonlyMap<string, SuspectRunner>, tell: Tell) {
    this.#redis = redis;
    this.#runners = runners;
    this.#tell = tell;
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
    if ((await this.#announce(partId)) === 1) await this.#runTogether(part);
    else for (const delivery of part) await this.#runAlone(delivery);
    await this.#forget(partId);
  }

  async #runAlone(delivery: Delivery): Promise<void> {
    const { id } = delivery.call;
    if ((await this.#announce(id)) === 1) await this.#runTogether([delivery]);
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
      this.#tell('call_failed', { method: call.method, callId: call.id, error: { code: 'worker_died' } });
    settle(reply ?? internalError);
  }

  /** Resolves to how often it was tried, this time included. Members of a set, since a connection may send twice. */
  async #announce(id: string): Promise<number> {
    const key = triesKey(id);
    const answers = await this.#redis
      .multi()
      .sadd(key, newId())
      .expire(key, rememberedFor)
      .scard(key)
      .exec()
      .catch(() => null);
    return Number(answers?.[2]?.[1] ?? 1);
  }

  async #forget(id: string): Promise<void> {
    await this.#redis.del(triesKey(id)).catch(() => {});
  }
}

function triesKey(id: string): string {
  return `${queuePrefix}:{tries.${id}}`;
}
