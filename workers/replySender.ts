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
  #scheduled: Promise<void> | undefined;
  #lastSent: Promise<void> = Promise.resolve();

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  send(stream: string, callId: string, reply: Reply): void {
    const gathered = this.#gathered.get(stream);
    if (gathered) gathered.push(callId, packReply(reply));
    else this.#gathered.set(stream, [callId, packReply(reply)]);
  }

  /** Resolves when everything given so far is in Redis; rejects when Redis refused it. */
  flush(): Promise<void> {
    if (this.#gathered.size === 0) return this.#lastSent;
    this.#scheduled ??= Promise.resolve().then(() => this.#sendGathered());
    return this.#scheduled;
  }

  #sendGathered(): Promise<void> {
    const appends = [...this.#gathered].map(([stream, idsAndReplies]) => this.#append(stream, idsAndReplies));
    this.#gathered = new Map();
    this.#scheduled = undefined;
    this.#lastSent = Promise.all(appends).then(() => {});
    return this.#lastSent;
  }

  async #append(stream: string, idsAndReplies: string[]): Promise<void> {
    const commands = this.#redis.pipeline().xadd(stream, '*', ...idsAndReplies);
    if (!this.#kept.has(stream)) commands.pexpire(stream, streamLivesMs);
    this.#kept.set(stream, true);
    for (const [error] of (await commands.exec()) ?? []) if (error) throw error;
  }
}
