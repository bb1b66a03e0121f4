import { ignoreEvents } from '../../shared/runtime/process/log.ts';
import { mastersOf, type RedisClient } from '../../shared/runtime/redis/client.ts';
import { becomesReady, connectToWait } from '../../shared/runtime/redis/redis.ts';
import { redisUrl } from './servers.ts';

/** An administrator's connection to a Redis database of this test run, or to the Redis Cluster in its place. */
export function openRedis(number = 0): RedisClient {
  // The user of gateways and workers may not empty a cluster; the default user has the same password.
  const url = redisUrl(number).replace('//counterfoil:', '//:');
  return connectToWait(url, ignoreEvents, 0);
}

/** Removes all keys of a Redis database, or of the Redis Cluster in its place: FLUSHDB alone would go to any one node. */
export async function emptyRedis(number: number): Promise<void> {
  const redis = openRedis(number);
  await becomesReady(redis);
  await Promise.all(mastersOf(redis).map((master) => master.flushdb()));
  redis.disconnect();
}
