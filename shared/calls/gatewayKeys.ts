import type { RedisClient } from '../redis/client.ts';
import { serviceTime } from '../redis/clock.ts';
import { queuePrefix } from './queues.ts';

/** A sorted set of the running gateways with the ids of their secret keys; the score is the time at which an entry expires. */
export const gatewayKeysKey = `${queuePrefix}:gateway-keys`;

/** A gateway repeats its announcement every second. */
export const gatewayKeysTtlMs = 5_000;

/** The member of the set for a gateway. */
export function announcementOf(gatewayId: string, keyIds: readonly string[]): string {
  return [gatewayId, ...keyIds].join(' ');
}

/** The number of running gateways that do not have a key. */
export async function gatewaysWithout(redis: RedisClient, keyId: string): Promise<number> {
  const now = Math.round(await serviceTime(redis));
  const announced = await redis.zrangebyscore(gatewayKeysKey, now, '+inf');
  return announced.filter((announcement) => !announcement.split(' ').includes(keyId)).length;
}
