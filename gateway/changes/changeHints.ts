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
const streamLivesMs = 30_000;
const renewMs = 5_000;

/** Time for which hints are read after the last reader has left: most readers come again at once. */
const lingerMs = 5_000;

const retryMs = 100;

const entriesAtOnce = 100;

interface ChangeHintsDependencies {
  readonly redis: RedisClient;
  readonly emit: Emit;
}

interface HintReading {
  readonly connection: Redis;
  lastId: string;
  renewedAt: number;
}

/** Reports which accounts have changed. A hint may be a false alarm. If one may have been lost, all readers get one. */
export class ChangeHints {
  readonly #dependencies: ChangeHintsDependencies;
  readonly #followers = new Map<number, Set<() => void>>();
  #starting: Promise<HintReading> | undefined;
  #lastLeftAt = 0;
  #isStopped = false;

  constructor(dependencies: ChangeHintsDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Calls back whenever an account may have changed. Resolves to a function that ends this, once no later change can be missed.
   * Rejects if Redis does not answer.
   */
  async follow(account: number, onHint: () => void): Promise<() => void> {
    const followers = this.#followers.get(account) ?? new Set();
    this.#followers.set(account, followers.add(onHint));
    const leave = () => this.#leave(account, onHint);
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

  #leave(account: number, onHint: () => void): void {
    const followers = this.#followers.get(account);
    followers?.delete(onHint);
    if (followers?.size === 0) this.#followers.delete(account);
    this.#lastLeftAt = performance.now();
  }

  async #start(): Promise<HintReading> {
    try {
      const lastId = await this.#makeStream();
      const { redis, emit } = this.#dependencies;
      const connection = connectToBlock(redis, { key: notificationStream, blockMs, emit });
      const reading = { connection, lastId, renewedAt: performance.now() };
      // Hints that were added during a break in the connection may be gone.
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
      .pexpire(notificationStream, streamLivesMs)
      .exec();
    const [error, id] = results?.[0] ?? [];
    if (error) throw error;
    return String(id);
  }

  async #readOn(reading: HintReading): Promise<void> {
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

  async #readOnce(reading: HintReading): Promise<void> {
    const { connection, lastId } = reading;
    const streams = await connection.xread(
      ...(['COUNT', entriesAtOnce, 'BLOCK', blockMs, 'STREAMS', notificationStream, lastId] as const),
    );
    for (const [id, fields] of streams?.[0]?.[1] ?? []) {
      reading.lastId = id;
      for (const account of accountsIn(fields)) this.#hint(account);
    }
  }

  /** A missing stream means that Redis has lost its data, perhaps including hints. */
  async #renew(reading: HintReading): Promise<void> {
    if (performance.now() - reading.renewedAt < renewMs) return;
    const isThere = (await this.#dependencies.redis.pexpire(notificationStream, streamLivesMs)) === 1;
    reading.renewedAt = performance.now();
    if (!isThere) await this.#restart(reading);
  }

  async #restart(reading: HintReading): Promise<void> {
    try {
      reading.lastId = await this.#makeStream();
      reading.renewedAt = performance.now();
      for (const account of Array.from(this.#followers.keys())) this.#hint(account);
    } catch {
      reading.renewedAt = Number.NEGATIVE_INFINITY;
    }
  }

  #hint(account: number): void {
    for (const onHint of Array.from(this.#followers.get(account) ?? [])) onHint();
  }
}
