import type { Emit } from '../../shared/process/log.ts';
import { mastersOf, type RedisClient } from '../../shared/redis/client.ts';
import { memoryOf, type RedisMemory } from '../../shared/redis/redisMemory.ts';

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
  readonly #emit: Emit;
  #free = Number.POSITIVE_INFINITY;
  #policy = keeping;

  constructor(redis: RedisClient, emit: Emit) {
    this.#redis = redis;
    this.#emit = emit;
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
      const memories = await Promise.all(mastersOf(this.#redis).map(memoryOf));
      this.#free = Math.min(...memories.map(freeOf));
      this.#watch(memories);
    } catch {
      // Redis is away: its last free memory is the best estimate.
    }
  }

  /** Gateways do not start on a Redis that evicts, but it can be set later. */
  #watch(memories: readonly (RedisMemory | undefined)[]): void {
    const policies = memories.map((memory) => memory?.policy ?? keeping);
    const policy = policies.find((one) => one !== keeping) ?? keeping;
    if (policy !== keeping && policy !== this.#policy) this.#emit('redis_evicts', { policy });
    this.#policy = policy;
  }
}

/** The policy that loses nothing. */
const keeping = 'noeviction';

/** Bytes; infinite without a limit. */
function freeOf(memory: RedisMemory | undefined): number {
  const { used, max } = memory ?? { used: 0, max: 0 };
  return max > 0 ? (1 - reservedShare) * max - used : Number.POSITIVE_INFINITY;
}
