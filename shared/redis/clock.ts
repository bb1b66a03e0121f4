import { type RedisClient, redisTime } from './client.ts';

/** Milliseconds since 1970. */
export interface Clock {
  now(): number;
}

/** Milliseconds between two queries of Redis's clock. */
const pollMs = 10_000;

/** Milliseconds. An answer that took longer says too little about the time at which it was given. */
const slowMs = 500;

/**
 * The time of Redis, on which all processes agree, whatever the clocks of their hosts say. Deadlines refer to it. Between
 * two queries it follows the monotonic clock, so that a host's clock may be set while the process runs.
 */
export class SharedClock implements Clock {
  readonly #redis: RedisClient;
  /** The time by Redis at which the monotonic clock was 0. */
  #origin = 0;
  #error = Number.POSITIVE_INFINITY;
  #polling: NodeJS.Timeout | undefined;
  readonly #poll = () => void this.#set().catch(() => {});

  private constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /** Rejects when Redis does not answer. */
  static async start(redis: RedisClient): Promise<SharedClock> {
    const clock = new SharedClock(redis);
    await clock.#set();
    clock.#polling = setInterval(clock.#poll, pollMs);
    redis.on('ready', clock.#poll);
    return clock;
  }

  now(): number {
    return this.#origin + performance.now();
  }

  stop(): void {
    clearInterval(this.#polling);
    this.#redis.off('ready', this.#poll);
  }

  async #set(): Promise<void> {
    const asked = performance.now();
    const time = await redisTime(this.#redis);
    const answered = performance.now();
    const error = (answered - asked) / 2;
    if (error > slowMs / 2 && error > this.#error) return;
    this.#error = error;
    this.#origin = time - (asked + answered) / 2;
  }
}
