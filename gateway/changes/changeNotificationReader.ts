import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Emit } from '../../shared/runtime/process/log.ts';
import { connectToBlock } from '../../shared/runtime/redis/blockingReader.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import {
  accountsIn,
  maxNotifications,
  notificationOf,
  notificationStream,
} from '../../shared/wire/changeNotifications.ts';

const blockMs = 2_000;

/** Lifetime of the stream without a gateway that reads it, and the interval between renewals. */
const streamTtlMs = 30_000;
const renewMs = 5_000;

/** Time for which notifications are read after the last reader has left: most readers come again at once. */
const lingerMs = 5_000;

const retryMs = 100;

const entriesAtOnce = 100;

interface ReaderDependencies {
  readonly redis: RedisClient;
  readonly emit: Emit;
}

interface NotificationReading {
  readonly connection: Redis;
  lastId: string;
  renewedAt: number;
}

/** Tells readers that their account may have changed. If a notification may have been lost, all of them are told. */
export class ChangeNotificationReader {
  readonly #dependencies: ReaderDependencies;
  readonly #followers = new Map<number, Set<() => void>>();
  #starting: Promise<NotificationReading> | undefined;
  #lastLeftAt = 0;
  #isStopped = false;

  constructor(dependencies: ReaderDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Calls back whenever an account may have changed. Resolves to a function that ends this, once no later change can be missed.
   * Rejects if Redis does not answer.
   */
  async follow(account: number, onNotification: () => void): Promise<() => void> {
    const followers = this.#followers.get(account) ?? new Set();
    this.#followers.set(account, followers.add(onNotification));
    const leave = () => this.#leave(account, onNotification);
    try {
      this.#starting ??= this.#start();
      await this.#starting;
      return leave;
    } catch (error) {
      leave();
      throw error;
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#starting?.then(({ connection }) => connection.disconnect()).catch(() => {});
  }

  #leave(account: number, onNotification: () => void): void {
    const followers = this.#followers.get(account);
    followers?.delete(onNotification);
    if (followers?.size === 0) this.#followers.delete(account);
    this.#lastLeftAt = performance.now();
  }

  async #start(): Promise<NotificationReading> {
    try {
      const lastId = await this.#makeStream();
      const { redis, emit } = this.#dependencies;
      const connection = connectToBlock(redis, { key: notificationStream, blockMs, emit });
      const reading = { connection, lastId, renewedAt: performance.now() };
      // Notifications that were added during a break in the connection may be gone.
      connection.on('reconnecting', () => connection.once('ready', () => void this.#restart(reading)));
      void this.#readOn(reading);
      return reading;
    } catch (error) {
      this.#starting = undefined;
      throw error;
    }
  }

  /** Creates the stream if necessary, since workers append only to an existing one. Resolves to the id of its last entry. */
  async #makeStream(): Promise<string> {
    const results = await this.#dependencies.redis
      .multi()
      .xadd(notificationStream, 'MAXLEN', '~', maxNotifications, '*', ...notificationOf([]))
      .pexpire(notificationStream, streamTtlMs)
      .exec();
    const [error, id] = results?.[0] ?? [];
    if (error) throw error;
    return String(id);
  }

  async #readOn(reading: NotificationReading): Promise<void> {
    while (!this.#isStopped && this.#isWanted()) {
      try {
        await this.#renew(reading);
        await this.#readOnce(reading);
      } catch {
        await delay(retryMs);
        await this.#restart(reading);
      }
    }
    this.#starting = undefined;
    reading.connection.disconnect();
  }

  #isWanted(): boolean {
    return this.#followers.size > 0 || performance.now() - this.#lastLeftAt < lingerMs;
  }

  async #readOnce(reading: NotificationReading): Promise<void> {
    const { connection, lastId } = reading;
    const streams = await connection.xread(
      ...(['COUNT', entriesAtOnce, 'BLOCK', blockMs, 'STREAMS', notificationStream, lastId] as const),
    );
    for (const [id, fields] of streams?.[0]?.[1] ?? []) {
      reading.lastId = id;
      for (const account of accountsIn(fields)) this.#notify(account);
    }
  }

  /** A missing stream means that Redis has lost its data, perhaps including notifications. */
  async #renew(reading: NotificationReading): Promise<void> {
    if (performance.now() - reading.renewedAt < renewMs) return;
    const isThere = (await this.#dependencies.redis.pexpire(notificationStream, streamTtlMs)) === 1;
    reading.renewedAt = performance.now();
    if (!isThere) await this.#restart(reading);
  }

  async #restart(reading: NotificationReading): Promise<void> {
    try {
      reading.lastId = await this.#makeStream();
      reading.renewedAt = performance.now();
      for (const account of Array.from(this.#followers.keys())) this.#notify(account);
    } catch {
      reading.renewedAt = Number.NEGATIVE_INFINITY;
    }
  }

  #notify(account: number): void {
    for (const onNotification of Array.from(this.#followers.get(account) ?? [])) onNotification();
  }
}
