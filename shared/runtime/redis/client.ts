import { Cluster, Command, type Redis } from 'ioredis';
import { queuePrefix } from '../queueNames.ts';
import { keepStringsFast } from './fastStrings.ts';

keepStringsFast();

/** A connection to one Redis, or connections to the masters of a Redis Cluster. */
export type RedisClient = Redis | Cluster;

export function slotOf(key: string): number {
  return new Command('get', [key]).getSlot();
}

/** Node that has the slot of a key, as `host:port`; undefined while unknown. */
export function masterOf(cluster: Cluster, key: string): string | undefined {
  return cluster.slots[slotOf(key)]?.[0];
}

export function mastersOf(redis: RedisClient): readonly Redis[] {
  return redis instanceof Cluster ? redis.nodes('master') : [redis];
}

/** Servers that keep data: masters and replicas of a cluster. A replica may become a master at any time. */
export function serversOf(redis: RedisClient): readonly Redis[] {
  return redis instanceof Cluster ? redis.nodes('all') : [redis];
}

/**
 * One hash for all processes: the offset of the service's time from Redis's clock, the number of bridged steps, and the time at
 * which a process last agreed. All processes ask the master of this key: each node of a cluster has its own clock.
 */
export const clockKey = `${queuePrefix}:{clock}`;

/** Redis's clock, in milliseconds since 1970. Rejects if Redis does not answer. */
export async function redisTime(redis: RedisClient): Promise<number> {
  const [seconds, microseconds] = await (redis instanceof Cluster ? timeOf(redis) : redis.time());
  return Number(seconds) * 1_000 + Number(microseconds) / 1_000;
}

/** A script, because TIME has no key: the client would send it to any node. */
async function timeOf(cluster: Cluster): Promise<readonly (string | number)[]> {
  return (await cluster.eval("return redis.call('TIME')", 1, clockKey)) as readonly string[];
}
