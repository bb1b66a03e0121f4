import type { RedisClient } from '../runtime/redis/client.ts';
import { serviceTime } from '../runtime/redis/clock.ts';
import { queuePrefix } from './queues.ts';

/** Sorted set of running gateways, each with the ids of its secret keys. The score is the time at which an entry expires. */
export const gatewayKeysKey = `${queuePrefix}:gateway-keys`;

/** Gateways repeat their heartbeat every second. */
export const gatewayKeysTtlMs = 5_000;

export function keyHeartbeatOf(gatewayId: string, keyIds: readonly string[]): string {
  return [gatewayId, ...keyIds].join(' ');
}

export async function gatewaysWithout(redis: RedisClient, keyId: string): Promise<number> {
  const now = Math.round(await serviceTime(redis));
  const heartbeats = await redis.zrangebyscore(gatewayKeysKey, now, '+inf');
  return heartbeats.filter((heartbeat) => !heartbeat.split(' ').includes(keyId)).length;
}
