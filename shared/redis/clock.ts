import type { Redis } from 'ioredis';

/** Tells the time in milliseconds since 1970. */
export interface Clock {
  now(): number;
}

/** Milliseconds between two looks at Redis's clock. */
const pollMs = 10_000;

/** An answer that took longer, in milliseconds, says too little about when it was given. */
const slowMs = 500;

/**
 * The time that all processes agree on, whatever the clocks of their hosts say: Redis's. Deadlines are told in it.
 * Between two looks it goes by the monotonic clock, so that a host's clock may be set while it runs.
 */
export class SharedClock implements Clock {
  readonly #redis: Redis;
  /** When the monotonic clock began, by Redis. */
  #origin = 0;
  #error = Number.POSITIVE_INFINITY;
  #looking: NodeJS.Timeout | undefined;
  readonly #look = () => void this.#set().catch(() => {});

  private constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Rejects when Redis does not answer. */
  static async start(redis: Redis): Promise<SharedClock> {
    const clock = new SharedClock(redis);
    await clock.#set();
    clock.#looking = setInterval(clock.#look, pollMs);
    redis.on('ready', clock.#look);
    return clock;
  }

  now(): number {
    return this.#origin + performance.now();
  }

  stop(): void {
    clearInterval(this.#looking);
    this.#redis.off('ready', this.#look);
  }

  async #set(): Promise<void> {
    const asked = performance.now();
    const [seconds, microseconds] = await this.#redis.time();
    const answered = performance.now();
    const error = (answered - asked) / 2;
    if (error > slowMs / 2 && error > this.#error) return;
    this.#error = error;
    this.#origin = Number(seconds) * 1_000 + Number(microseconds) / 1_000 - (asked + answered) / 2;
  }
}
