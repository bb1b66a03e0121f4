import type { Redis } from 'ioredis';
import { mastersOf, type RedisClient } from '../../shared/redis/client.ts';
import { memoryOf } from '../../shared/redis/redisMemory.ts';

/** Milliseconds between two checks. */
const pollMs = 250;

/** The share of Redis's memory that is left to workers: they need some to take jobs and to reply. */
const reservedShare = 0.1;

/** How many times as much memory a call takes in Redis as in its request. */
const overhead = 1.5;

/**
 * How much one queue may hold of Redis's memory: as much as is still free. So a queue without workers takes half of it at
 * most, and the others go on (dynamic thresholds, as in `Admission`). In a cluster, that of the fullest master counts.
 */
export class RedisRoom {
  readonly #redis: RedisClient;
  readonly #checking: NodeJS.Timeout;
  #free = Number.POSITIVE_INFINITY;

  constructor(redis: RedisClient) {
    this.#redis = redis;
    this.#checking = setInterval(() => void this.#check(), pollMs);
    void this.#check();
  }

  stop(): void {
    clearInterval(this.#checking);
  }

  /** Whether a queue may hold so many bytes of calls from this gateway. */
  admits(bytes: number): boolean {
    return bytes * overhead < this.#free;
  }

  async #check(): Promise<void> {
    try {
      const free = await Promise.all(mastersOf(this.#redis).map(freeMemoryOf));
      this.#free = Math.min(...free);
    } catch {
      // Redis is away: its last free memory is the best estimate.
    }
  }
}

/** Bytes; infinite without a limit. */
async function freeMemoryOf(master: Redis): Promise<number> {
  const { used, max } = (await memoryOf(master)) ?? { used: 0, max: 0 };
  return max > 0 ? (1 - reservedShare) * max - used : Number.POSITIVE_INFINITY;
}
