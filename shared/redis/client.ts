import { Cluster, Command, type Redis } from 'ioredis';
import { queuePrefix } from './queuePrefix.ts';

/** A connection to one Redis, or connections to the masters of a Redis Cluster. */
export type RedisClient = Redis | Cluster;

/** The slot of a key in a Redis Cluster. */
export function slotOf(key: string): number {
  return new Command('get', [key]).getSlot();
}

/** The node that has the slot of a key, as `host:port`; undefined while that is not known. */
export function masterOf(cluster: Cluster, key: string): string | undefined {
  return cluster.slots[slotOf(key)]?.[0];
}

/** The servers that take writes: all masters of a cluster. */
export function mastersOf(redis: RedisClient): readonly Redis[] {
  return redis instanceof Cluster ? redis.nodes('master') : [redis];
}

/** The servers that keep data: masters and replicas of a cluster. A replica may become a master at any time. */
export function serversOf(redis: RedisClient): readonly Redis[] {
  return redis instanceof Cluster ? redis.nodes('all') : [redis];
}

/** In a cluster, all processes ask the master of this key for the time: each node has a clock of its own. */
const clockKey = `${queuePrefix}:{clock}`;

/** Redis's clock, in milliseconds since 1970. Rejects when Redis does not answer. */
export async function redisTime(redis: RedisClient): Promise<number> {
  const [seconds, microseconds] = await (redis instanceof Cluster ? timeOf(redis) : redis.time());
  return Number(seconds) * 1_000 + Number(microseconds) / 1_000;
}

/** TIME has no key, so the client would send it to any node. */
async function timeOf(cluster: Cluster): Promise<readonly (string | number)[]> {
  return (await cluster.eval("return redis.call('TIME')", 1, clockKey)) as readonly string[];
}
