import type { Redis } from 'ioredis';
import { queuePrefix } from './queues.ts';

/** A sorted set of the running gateways, each with the ids of its secret keys, by the moment until which that counts. */
export const gatewayKeysKey = `${queuePrefix}:gateway-keys`;

/** Milliseconds that an announcement counts; a gateway makes it every second. */
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
