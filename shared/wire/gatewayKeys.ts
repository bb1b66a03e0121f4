import type { RedisClient } from '../runtime/redis/client.ts';
import { serviceTime } from '../runtime/redis/clock.ts';
import { queuePrefix } from './queues.ts';

/** Sorted set of running gateways, each with the ids of its secret keys. The score is the time at which an entry expires. */
export const gatewayKeysKey = `${queuePrefix}:gateway-keys`;

/** Gateways repeat their announcement every second. */
export const gatewayKeysTtlMs = 5_000;

export function announcementOf(gatewayId: string, keyIds: readonly string[]): string {
  return [gatewayId, ...keyIds].join(' ');
}

export async function gatewaysWithout(redis: RedisClient, keyId: string): Promise<number> {
  const now = Math.round(await serviceTime(redis));
  const announced = await redis.zrangebyscore(gatewayKeysKey, now, '+inf');
  return announced.filter((announcement) => !announcement.split(' ').includes(keyId)).length;
}
