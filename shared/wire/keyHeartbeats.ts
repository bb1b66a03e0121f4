import type { RedisClient } from '../runtime/redis/client.ts';
import { type Clock, serviceTime } from '../runtime/redis/clock.ts';
import { Heartbeat } from '../runtime/redis/heartbeat.ts';
import { queuePrefix } from './queues.ts';

/**
 * Sorted set of running gateways and workers of webhooks, each with the deadline of its calls (0 for workers) and the ids of its
 * secret keys. The score is the time at which an entry expires.
 */
const keyHeartbeatsKey = `${queuePrefix}:gateway-keys`;

const ttlMs = 5_000;

/** Announces the keys of a gateway or a worker of webhooks: `counterfoil key rotate` uses no key that one of them lacks. */
export function keyHeartbeat(redis: RedisClient, clock: Clock, member: string): Heartbeat {
  return new Heartbeat({ redis, clock, keys: [keyHeartbeatsKey], ttlMs }, member);
}

export function keyHeartbeatMember(memberId: string, keyIds: readonly string[], deadlineMs = 0): string {
  return [memberId, deadlineMs, ...keyIds].join(' ');
}

interface KeyHolders {
  /** Counts the gateways and workers of webhooks that lack the key. */
  readonly lacking: number;
  /** The longest deadline of calls; 0 without gateways. */
  readonly deadlineMs: number;
}

/** Rejects if Redis does not answer. */
export async function keyHolders(redis: RedisClient, keyId: string): Promise<KeyHolders> {
  const now = Math.round(await serviceTime(redis));
  const heartbeats = await redis.zrangebyscore(keyHeartbeatsKey, now, '+inf');
  const holders = heartbeats.map((heartbeat) => {
    const [, deadlineMs, ...keyIds] = heartbeat.split(' ');
    return { deadlineMs: Number(deadlineMs), keyIds };
  });
  return {
    lacking: holders.filter(({ keyIds }) => !keyIds.includes(keyId)).length,
    deadlineMs: Math.max(0, ...holders.map((holder) => holder.deadlineMs)),
  };
}
