import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { addToGroup } from '../../shared/contract/values/groupBy.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { maxStepMs } from '../../shared/runtime/redis/clock.ts';
import { firstCause, redisErrorKind } from '../../shared/runtime/redisErrors.ts';
import type { Reply } from '../../shared/wire/envelope.ts';
import { type CallReply, entriesOf, lengthOf, packReplies, packWaits } from '../../shared/wire/replies.ts';

/** Lifetime of a stream after its last renewal. */
const streamTtlMs = 60_000 + maxStepMs;
const renewEveryMs = 10_000;

const retryMs = 200;
const maxAttempts = 50;

/** Characters of unsent replies. Beyond this limit, no more reads run. */
export const maxUnsentLength = 8_388_608;

/** Sends replies to the waiting gateways. Each gateway gets one stream entry per tick, or a few if they are large. */
export class ReplySender {
  readonly #redis: RedisClient;
  /** Streams whose expiry was set recently, so that an append need not set it. */
  readonly #renewed = new LRUCache<string, true>({ max: 1_000, ttl: renewEveryMs, perf: performance });
  #buffered = new Map<string, CallReply[]>();
  #tick: Promise<void> | undefined;
  /** Characters of the buffered replies. `#unsentLength` counts those that are being sent. */
  #bufferedLength = 0;
  #unsentLength = 0;
  /** Replies that Redis refuses for a while may be overtaken by later ones. */
  readonly #sending = new Set<Promise<void>>();

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /** Resolves when the reply is in Redis. Rejects if Redis has refused the entry with it. */
  send(stream: string, callId: string, reply: Reply, waitMs?: number): Promise<void> {
    this.#bufferedLength += lengthOf(reply);
    addToGroup(this.#buffered, stream, { callId, reply, waitMs });
    if (this.#tick) return this.#tick;
    this.#tick = this.#sendAfterThisTick();
    // A job awaits it when all its calls are done, which may be after it rejects.
    this.#tick.catch(() => {});
    return this.#tick;
  }

  async #sendAfterThisTick(): Promise<void> {
    await Promise.resolve();
    const appends: Promise<void>[] = [];
    for (const [stream, replies] of this.#buffered)
      for (const entry of entriesOf(replies)) appends.push(this.#append(stream, entry));
    const length = this.#bufferedLength;
    this.#buffered = new Map();
    this.#bufferedLength = 0;
    this.#tick = undefined;
    this.#unsentLength += length;
    const sent = Promise.allSettled(appends).then(() => {
      this.#unsentLength -= length;
      this.#sending.delete(sent);
    });
    this.#sending.add(sent);
    await Promise.all(appends);
  }

  get unsentLength(): number {
    return this.#bufferedLength + this.#unsentLength;
  }

  /** Resolves when more reads may run. */
  async drained(): Promise<void> {
    while (this.#unsentLength > maxUnsentLength) await Promise.race(this.#sending);
  }

  /** Tries again while Redis accepts no writes, so that clients still get their replies. */
  async #append(stream: string, replies: readonly CallReply[]): Promise<void> {
    const fields = ['replies', packReplies(replies), 'waits', packWaits(replies)];
    for (let attempts = 0; ; attempts += 1) {
      try {
        return await this.#appendOnce(stream, fields);
      } catch (error) {
        if (!redisErrorKind(error).passes || attempts === maxAttempts) throw error;
        await delay(retryMs);
      }
    }
  }

  /** Makes no stream without an expiry: its gateway and this worker may die at any moment. */
  async #appendOnce(stream: string, fields: readonly string[]): Promise<void> {
    const isAppended =
      this.#renewed.has(stream) && (await this.#redis.xadd(stream, 'NOMKSTREAM', '*', ...fields));
    if (isAppended) return;
    const make = this.#redis
      .multi()
      .xadd(stream, '*', ...fields)
      .pexpire(stream, streamTtlMs);
    const results = await make.exec().catch((error: unknown) => {
      throw firstCause(error);
    });
    const refusal = results?.[0]?.[0];
    if (refusal) throw refusal;
    this.#renewed.set(stream, true);
  }
}
