import type { RedisClient } from '../runtime/redis/client.ts';
import { type Clock, serviceTime } from '../runtime/redis/clock.ts';
import { Heartbeat } from '../runtime/redis/heartbeat.ts';
import { queuePrefix } from './queues.ts';

/** Sorted set of running gateways, each with the ids of its secret keys. The score is the time at which an entry expires. */
const gatewayKeysKey = `${queuePrefix}:gateway-keys`;

const ttlMs = 5_000;

/** Announces the keys of a gateway: `counterfoil key rotate` uses no key that a gateway lacks. */
export function keyHeartbeat(redis: RedisClient, clock: Clock, member: string): Heartbeat {
  return new Heartbeat({ redis, clock, keys: [gatewayKeysKey], ttlMs }, member);
}

export function keyHeartbeatMember(gatewayId: string, keyIds: readonly string[]): string {
  return [gatewayId, ...keyIds].join(' ');
}

/** Counts the gateways that lack the key. Rejects if Redis does not answer. */
export async function gatewaysWithout(redis: RedisClient, keyId: string): Promise<number> {
  const now = Math.round(await serviceTime(redis));
  const heartbeats = await redis.zrangebyscore(gatewayKeysKey, now, '+inf');
  return heartbeats.filter((heartbeat) => !heartbeat.split(' ').includes(keyId)).length;
}
