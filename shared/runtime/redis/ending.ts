import { once } from 'node:events';
import type { Redis } from 'ioredis';
import type { RedisClient } from './client.ts';

/**
 * Makes `disconnect` end the connection at any moment. Between two attempts to connect, the client would never emit `end`, for
 * which BullMQ waits, nor settle the commands that wait for Redis.
 */
export function endWheneverDisconnected(redis: Redis): Redis {
  const disconnect = redis.disconnect.bind(redis);
  redis.disconnect = (reconnect = false) => {
    // Giving up an attempt to connect ends the client.
    if (!reconnect && redis.status === 'reconnecting') redis.connect().catch(() => {});
    disconnect(reconnect);
  };
  const connect = redis.connect.bind(redis);
  redis.connect = () =>
    endedForGood.has(redis) ? Promise.reject(new Error('the connection was ended')) : connect();
  return redis;
}

const endedForGood = new WeakSet<Redis>();

/** Ends a connection for good: neither the client nor BullMQ, which reconnects after a silence of Redis, opens it again. */
export function endForGood(redis: Redis): void {
  redis.disconnect();
  endedForGood.add(redis);
}

/** Removes something from Redis that also expires by itself. Never rejects, and does not wait while Redis is away. */
export async function removeWhileConnected(
  redis: RedisClient,
  remove: () => Promise<unknown>,
): Promise<void> {
  if (redis.status !== 'ready') return;
  const closed = once(redis, 'close').catch(() => {});
  await Promise.race([closed, remove().catch(() => {})]);
}
