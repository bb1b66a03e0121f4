import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { Reply } from '../shared/envelope.ts';
import { type CallReply, entriesOf, packReplies } from '../shared/replies.ts';

/** Milliseconds after which the stream of a gateway that is gone goes too. */
const streamLivesMs = 60_000;

/** What Redis says while it takes no writes: no memory, no disk, just restarting, a replica, a long script. */
const refusals = /^(OOM|MISCONF|LOADING|READONLY|BUSY)\b/;

/** Milliseconds between tries meanwhile, and how many there are. */
const retryMs = 200;
const mostTries = 50;

/** Characters of replies that Redis has not taken yet, beyond which nothing more is read. */
const maxUnsentLength = 8_388_608;

/** Sends replies to the gateways that wait: one stream entry for each gateway and tick, or some if they are large. */
export class ReplySender {
  readonly #redis: Redis;
  /** The streams whose time to live was set a moment ago: each append need not. */
  readonly #kept = new LRUCache<string, true>({ max: 1_000, ttl: streamLivesMs / 6 });
  /** By stream. */
  #gathered = new Map<string, CallReply[]>();
  #tick: Promise<void> | undefined;
  /** Characters of what is gathered, and of what is on its way to Redis, until `#sent` resolves at the latest. */
  #gatheredLength = 0;
  #unsentLength = 0;
  #sent: Promise<void> = Promise.resolve();

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Resolves when the reply is in Redis; rejects when Redis refused what was sent with it. */
  send(stream: string, callId: string, reply: Reply): Promise<void> {
    this.#gatheredLength += reply.envelope.length;
    const gathered = this.#gathered.get(stream);
    if (gathered) gathered.push({ callId, reply });
    else this.#gathered.set(stream, [{ callId, reply }]);
    this.#tick ??= this.#afterThisTick();
    return this.#tick;
  }

  #afterThisTick(): Promise<void> {
    const sent = Promise.resolve().then(() => this.#sendGathered());
    // A job looks at it when all its calls are done, which may be later than it is refused.
    sent.catch(() => {});
    return sent;
  }

  async #sendGathered(): Promise<void> {
    const appends = [...this.#gathered].flatMap(([stream, replies]) =>
      [...entriesOf(replies)].map((entry) => this.#append(stream, entry)),
    );
    const length = this.#gatheredLength;
    this.#gathered = new Map();
    this.#gatheredLength = 0;
    this.#tick = undefined;
    this.#unsentLength += length;
    this.#sent = Promise.allSettled(appends).then(() => {
      this.#unsentLength -= length;
    });
    await Promise.all(appends);
  }

  /** Resolves when Redis has taken enough of what was sent for more to be read. */
  async drained(): Promise<void> {
    while (this.#unsentLength > maxUnsentLength) await this.#sent;
  }

  async #append(stream: string, replies: readonly CallReply[]): Promise<void> {
    const text = packReplies(replies);
    try {
      await this.#redis.xadd(stream, '*', 'replies', text);
    } catch (error) {
      await this.#appendLater(stream, text, error as Error);
    }
    if (this.#kept.has(stream)) return;
    await this.#redis.pexpire(stream, streamLivesMs);
    this.#kept.set(stream, true);
  }

  /** What a call did should not be lost to its client because Redis takes no writes for a moment. */
  async #appendLater(stream: string, text: string, refusal: Error): Promise<void> {
    for (let error = refusal, tries = 0; ; tries += 1) {
      if (!refusals.test(error.message) || tries === mostTries) throw error;
      await delay(retryMs);
      try {
        await this.#redis.xadd(stream, '*', 'replies', text);
        return;
      } catch (again) {
        error = again as Error;
      }
    }
  }
}
