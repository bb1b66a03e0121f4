import { RateLimiterRedis, RLWrapperTimeouts } from 'rate-limiter-flexible';
import { type Emit, summarize } from '../../shared/runtime/process/log.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { queuePrefix } from '../../shared/wire/queues.ts';

/** Maximum requests per second of an app or an account, through all gateways together. */
export interface RateLimit {
  readonly key: string;
  readonly of: 'app' | 'account';
  readonly requestsPerSecond: number;
}

export interface Usage extends Omit<RateLimit, 'key'> {
  /** Requests; negative if the limit was exceeded. */
  readonly remaining: number;
  /** Whole seconds until the count starts over, at least 1. */
  readonly resetSeconds: number;
}

/** A silent Redis must not delay requests here; the queue reports it. */
const timeoutMs = 500;

/**
 * Counts requests. The library's own script would count them longer if Redis's clock was set back: keys then live longer by
 * that time. ARGV: the number of requests, and the seconds after which the count starts over.
 */
const countScript = `
local ms = ARGV[2] * 1000
local left = redis.call('PTTL', KEYS[1])
if left == -2 or left > ms then
  redis.call('SET', KEYS[1], 0, 'PX', ms)
  left = ms
end
return {redis.call('INCRBY', KEYS[1], ARGV[1]), left}`;

/** Counts the requests of each second in Redis. A second begins with the first request that is counted in it. */
export class RateLimits {
  readonly #counter: RLWrapperTimeouts;
  readonly #emit: Emit;

  constructor(redis: RedisClient, emit: Emit) {
    const limiter = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `${queuePrefix}:rate`,
      duration: 1,
      customIncrTtlLuaScript: countScript,
      points: 1, // required, but not used by a penalty
    });
    this.#counter = new RLWrapperTimeouts({ limiter, timeoutMs });
    this.#emit = emit;
  }

  /**
   * Resolves to the usage of the tightest limit; to undefined without limits, or while Redis does not answer. No limit is
   * counted after an exceeded one: requests beyond an app's own limit do not use up its account's.
   */
  async count(limits: readonly RateLimit[]): Promise<Usage | undefined> {
    let tightest: Usage | undefined;
    for (const limit of limits) {
      const usage = await this.#countOne(limit);
      if (!usage || usage.remaining < 0) return usage;
      if (!tightest || usage.remaining < tightest.remaining) tightest = usage;
    }
    return tightest;
  }

  /** A penalty only counts, so that one counter serves limits of every size. */
  async #countOne({ key, of, requestsPerSecond }: RateLimit): Promise<Usage | undefined> {
    try {
      const { consumedPoints, msBeforeNext } = await this.#counter.penalty(key);
      return {
        of,
        requestsPerSecond,
        remaining: requestsPerSecond - consumedPoints,
        resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
      };
    } catch (error) {
      this.#emit('rate_limit_skipped', { key, error: summarize(error) });
      return undefined;
    }
  }
}
