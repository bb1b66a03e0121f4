import { RateLimiterRedis, RLWrapperTimeouts } from 'rate-limiter-flexible';
import { queuePrefix } from '../../shared/calls/queues.ts';
import { type Emit, summarize } from '../../shared/process/log.ts';
import type { RedisClient } from '../../shared/redis/client.ts';

/** How many requests a second an app or an account may send, through all gateways together. */
export interface RateLimit {
  /** Whose requests are counted together. */
  readonly key: string;
  readonly of: 'app' | 'account';
  readonly requestsPerSecond: number;
}

/** How a limit stands after a request was counted. */
export interface Usage extends Omit<RateLimit, 'key'> {
  /** Requests; below 0 when the limit was exceeded. */
  readonly remaining: number;
  /** Whole seconds until the count begins anew, at least 1. */
  readonly resetSeconds: number;
}

/** Milliseconds. A silent Redis must not delay requests here; the queue reports it. */
const timeoutMs = 500;

/**
 * Counts requests. The library's own script would count them for as long as Redis's clock was set back: keys live for so much
 * longer then. ARGV: how many requests, and the seconds after which the count begins anew.
 */
const countScript = `
local ms = ARGV[2] * 1000
local left = redis.call('PTTL', KEYS[1])
if left == -2 or left > ms then
  redis.call('SET', KEYS[1], 0, 'PX', ms)
  left = ms
end
return {redis.call('INCRBY', KEYS[1], ARGV[1]), left}`;

/** Counts the requests of each second in Redis; a second begins with the first request that is counted in it. */
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
   * Counts a request. Resolves to the usage of the tightest limit; to undefined without limits, or while Redis can't be
   * asked. After an exceeded limit none is counted: what an app sends beyond its own limit does not use up its account's.
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
