import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { packReply, type Reply } from '../shared/envelope.ts';

/** Milliseconds after which the stream of a gateway that is gone goes too. */
const streamLivesMs = 60_000;

/** Sends replies to the gateways that wait: one stream entry for each gateway and tick, whatever the number of replies. */
export class ReplySender {
  readonly #redis: Redis;
  /** The streams whose time to live was set a moment ago: each append need not. */
  readonly #kept = new LRUCache<string, true>({ max: 1_000, ttl: streamLivesMs / 6 });
  /** Alternating ids and packed replies, by stream. */
  #gathered = new Map<string, string[]>();
  #tick: Promise<void> | undefined;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Resolves when the reply is in Redis; rejects when Redis refused what was sent with it. */
  send(stream: string, callId: string, reply: Reply): Promise<void> {
    const gathered = this.#gathered.get(stream);
    if (gathered) gathered.push(callId, packReply(reply));
    else this.#gathered.set(stream, [callId, packReply(reply)]);
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
    const appends = [...this.#gathered].map(([stream, idsAndReplies]) => this.#append(stream, idsAndReplies));
    this.#gathered = new Map();
    this.#tick = undefined;
    await Promise.all(appends);
  }

  async #append(stream: string, idsAndReplies: string[]): Promise<void> {
    const commands = this.#redis.pipeline().xadd(stream, '*', ...idsAndReplies);
    if (!this.#kept.has(stream)) commands.pexpire(stream, streamLivesMs);
    this.#kept.set(stream, true);
    for (const [error] of (await commands.exec()) ?? []) if (error) throw error;
  }
}
