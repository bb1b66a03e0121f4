import { repeat } from '../process/repeat.ts';
import type { RedisClient } from './client.ts';
import { type Clock, maxStepMs } from './clock.ts';
import { removeWhileConnected } from './reconnecting.ts';

const beatMs = 1_000;

interface HeartbeatOptions {
  readonly redis: RedisClient;
  readonly clock: Clock;
  /** Sorted sets of members. The score is the time at which a member expires. */
  readonly keys: readonly string[];
  readonly ttlMs: number;
}

/** Keeps a member in sorted sets until it stops. Each process has a member of its own, which expires if the process is killed. */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #stopBeating = repeat(beatMs, () => this.#beat());
  #member: string;
  #lastBeat = Number.NEGATIVE_INFINITY;

  constructor(options: HeartbeatOptions, member: string) {
    this.#options = options;
    this.#member = member;
    this.#beat().catch(() => {}); // the next beat tries again
  }

  /** True if other processes see the member. */
  get isSeen(): boolean {
    return performance.now() - this.#lastBeat < this.#options.ttlMs;
  }

  change(member: string): void {
    const former = this.#member;
    this.#member = member;
    if (former !== member) this.#remove(former).catch(() => {}); // it expires
    this.#beat().catch(() => {});
  }

  /** Removes the member, so that others know at once that this process is gone. While Redis is away, it expires by itself. */
  async stop(): Promise<void> {
    this.#stopBeating();
    await removeWhileConnected(this.#options.redis, () => this.#remove(this.#member));
  }

  #remove(member: string): Promise<unknown> {
    const { redis, keys } = this.#options;
    return Promise.all(keys.map((key) => redis.zrem(key, member)));
  }

  /** Removes expired members, too. */
  async #beat(): Promise<void> {
    const { redis, clock, keys, ttlMs } = this.#options;
    const startedAt = performance.now();
    const now = Math.round(clock.now());
    const member = this.#member;
    const renew = (key: string) =>
      redis
        .multi()
        .zadd(key, now + ttlMs, member)
        .zremrangebyscore(key, '-inf', now)
        .pexpire(key, ttlMs + maxStepMs)
        .exec();
    await Promise.all(keys.map(renew));
    this.#lastBeat = startedAt;
  }
}
