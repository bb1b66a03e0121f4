import type { Redis } from 'ioredis';
import { queuePrefix } from './queues.ts';

/** A sorted set of the running gateways with the ids of their secret keys; the score is the time at which an entry expires. */
export const gatewayKeysKey = `${queuePrefix}:gateway-keys`;

/** A gateway repeats its announcement every second. */
export const gatewayKeysTtlMs = 5_000;

/** What a gateway announces. */
export function announcementOf(gatewayId: string, keyIds: readonly string[]): string {
  return [gatewayId, ...keyIds].join(' ');
}

/** How many of the running gateways do not have a key, by Redis's clock. */
export async function gatewaysWithout(redis: Redis, keyId: string): Promise<number> {
  const [seconds] = await redis.time();
  const announced = await redis.zrangebyscore(gatewayKeysKey, Number(seconds) * 1_000, '+inf');
  return announced.filter((announcement) => !announcement.split(' ').includes(keyId)).length;
}
