import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Emit } from '../runtime/process/log.ts';
import { connectToBlock } from '../runtime/redis/blockingReader.ts';
import type { RedisClient } from '../runtime/redis/client.ts';
import { accountsIn, maxNotifications, notificationOf, notificationStream } from './changeNotifications.ts';

const blockMs = 2_000;

/** Lifetime of the stream without a process that reads it, and the interval between renewals. */
const streamTtlMs = 30_000;
const renewMs = 5_000;

const retryMs = 100;

const entriesAtOnce = 100;

interface ReadingOptions {
  readonly redis: RedisClient;
  readonly emit: Emit;
  /** Milliseconds between two reads, in which notifications gather; 0 reads each at once. */
  readonly gatherMs: number;
  /** The reading ends when it returns false. */
  readonly isWanted: () => boolean;
  readonly onAccounts: (accounts: ReadonlySet<number>) => void;
  /** Called when notifications may have been lost. */
  readonly onGap: () => void;
  /** Called in the moment in which the reading ends: it tells nobody anything any more. */
  readonly onEnd: () => void;
}

/** Reads the stream of changed accounts, on a connection of its own, until it is stopped or no longer wanted. */
export class NotificationReading {
  readonly #options: ReadingOptions;
  readonly #connection: Redis;
  #lastId: string;
  #renewedAt = performance.now();
  #isStopped = false;

  private constructor(options: ReadingOptions, lastId: string) {
    this.#options = options;
    this.#lastId = lastId;
    const { redis, emit } = options;
    this.#connection = connectToBlock(redis, { key: notificationStream, blockMs, emit });
    // Notifications that were added during a break in the connection may be gone.
    this.#connection.on('reconnecting', () => this.#connection.once('ready', () => void this.#restart()));
    void this.#readOn();
  }

  /** Resolves once no later notification can be missed. Rejects if Redis does not answer. */
  static async begin(options: ReadingOptions): Promise<NotificationReading> {
    return new NotificationReading(options, await makeStream(options.redis));
  }

  stop(): void {
    this.#isStopped = true;
    this.#connection.disconnect();
  }

  async #readOn(): Promise<void> {
    while (!this.#isStopped && this.#options.isWanted()) {
      try {
        await this.#renew();
        await this.#readOnce();
        if (this.#options.gatherMs > 0) await delay(this.#options.gatherMs);
      } catch {
        await delay(retryMs);
        await this.#restart();
      }
    }
    this.#options.onEnd();
    this.#connection.disconnect();
  }

  async #readOnce(): Promise<void> {
    const streams = await this.#connection.xread(
      ...(['COUNT', entriesAtOnce, 'BLOCK', blockMs, 'STREAMS', notificationStream, this.#lastId] as const),
    );
    const entries = streams?.[0]?.[1] ?? [];
    this.#lastId = entries.at(-1)?.[0] ?? this.#lastId;
    const accounts = new Set(entries.flatMap(([, fields]) => accountsIn(fields)));
    if (accounts.size > 0) this.#options.onAccounts(accounts);
  }

  /** A missing stream means that Redis has lost its data, perhaps including notifications. */
  async #renew(): Promise<void> {
    if (performance.now() - this.#renewedAt < renewMs) return;
    const isThere = (await this.#options.redis.pexpire(notificationStream, streamTtlMs)) === 1;
    this.#renewedAt = performance.now();
    if (!isThere) await this.#restart();
  }

  async #restart(): Promise<void> {
    try {
      this.#lastId = await makeStream(this.#options.redis);
      this.#renewedAt = performance.now();
      this.#options.onGap();
    } catch {
      this.#renewedAt = Number.NEGATIVE_INFINITY;
    }
  }
}

/**
 * Creates the stream if necessary, since workers append only to an existing one. Resolves to the id of its last entry. It is
 * never without an expiry: workers would append to it for nobody.
 */
async function makeStream(redis: RedisClient): Promise<string> {
  const results = await redis
    .multi()
    .xadd(notificationStream, 'MAXLEN', '~', maxNotifications, '*', ...notificationOf([]))
    .pexpire(notificationStream, streamTtlMs)
    .exec();
  const [error, id] = results?.[0] ?? [];
  if (error) throw error;
  return String(id);
}
