import type { RedisClient } from './client.ts';
import { maxStepMs } from './clock.ts';

interface Membership {
  readonly key: string;
  readonly member: string;
  readonly ttlMs: number;
}

/** Removes expired members, too. `now` is the service's time in milliseconds. Rejects if Redis does not answer. */
export async function renewMember(
  redis: RedisClient,
  { key, member, ttlMs }: Membership,
  now: number,
): Promise<void> {
  const ms = Math.round(now);
  await redis
    .multi()
    .zadd(key, ms + ttlMs, member)
    .zremrangebyscore(key, '-inf', ms)
    .pexpire(key, ttlMs + maxStepMs)
    .exec();
}
