import type { Redis } from 'ioredis';

/** Milliseconds between two looks. */
const pollMs = 250;

/** What part of Redis's memory is left to workers: they need some to take jobs and to reply. */
const reservedShare = 0.1;

/** How much more a call takes in Redis than in its request. */
const overhead = 1.5;

/**
 * How much one queue may hold of Redis's memory: as much as is still free. So a queue that nobody works off takes half of it
 * at most, and the others go on (dynamic thresholds, as in `Admission`).
 */
export class RedisRoom {
  readonly #redis: Redis;
  readonly #looking: NodeJS.Timeout;
  #free = Number.POSITIVE_INFINITY;

  constructor(redis: Redis) {
    this.#redis = redis;
    this.#looking = setInterval(() => void this.#look(), pollMs);
    void this.#look();
  }

  stop(): void {
    clearInterval(this.#looking);
  }

  /** Whether a queue may hold so many bytes of calls from this gateway. */
  admits(bytes: number): boolean {
    return bytes * overhead < this.#free;
  }

  async #look(): Promise<void> {
    try {
      const memory = await this.#redis.info('memory');
      const [used, max] = [numberIn(memory, 'used_memory'), numberIn(memory, 'maxmemory')];
      this.#free = max > 0 ? (1 - reservedShare) * max - used : Number.POSITIVE_INFINITY;
    } catch {
      // Redis is away: what it had room for is still the best guess.
    }
  }
}

function numberIn(info: string, name: string): number {
  return Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
}
