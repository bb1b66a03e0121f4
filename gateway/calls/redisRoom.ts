import type { Emit } from '../../shared/process/log.ts';
import { mastersOf, type RedisClient } from '../../shared/redis/client.ts';
import { memoryOf, type RedisMemory } from '../../shared/redis/redisMemory.ts';

const pollMs = 250;

/** Share of Redis's memory that is reserved for workers: they need some to take jobs and to reply. */
const reservedShare = 0.1;

/** Ratio of a call's memory in Redis to its size in the request. */
const overhead = 1.5;

/**
 * Limits each queue to as much of Redis's memory as is still free. A queue without workers thus takes half of it at most, and
 * the others continue (dynamic thresholds, as in `Admission`). In a cluster, the fullest master counts.
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

  /** Gateways do not start on a Redis that evicts, but the policy can be changed later. */
  #watch(memories: readonly (RedisMemory | undefined)[]): void {
    const policies = memories.map((memory) => memory?.policy ?? keeping);
    const policy = policies.find((one) => one !== keeping) ?? keeping;
    if (policy !== keeping && policy !== this.#policy) this.#emit('redis_evicts', { policy });
    this.#policy = policy;
  }
}

/** Policy that loses nothing. */
const keeping = 'noeviction';

function freeOf(memory: RedisMemory | undefined): number {
  const { used, max } = memory ?? { used: 0, max: 0 };
  return max > 0 ? (1 - reservedShare) * max - used : Number.POSITIVE_INFINITY;
}
