import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { growingMs } from '../process/backoff.ts';
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

/** Reconnects within a fraction of a second: BullMQ's own strategy waits at least a second. */
export const retryStrategy = (attempt: number): number => growingMs(attempt, { firstMs: 20, maxMs: 500 });

/** Time without an answer after which a connection counts as dead, even if it looks open. */
export const silenceMs = 2_000;

const retryMs = 100;

/**
 * Reopens a connection that ends without `disconnect`. The client gives up for good if a fail-over is announced while it asks a
 * Sentinel for the master.
 */
export function keepConnecting(redis: Redis): Redis {
  let isWanted = true;
  const disconnect = redis.disconnect.bind(redis);
  redis.disconnect = (reconnect = false) => {
    isWanted &&= reconnect;
    disconnect(reconnect);
  };
  const connect = () => {
    if (isWanted && redis.status === 'end') redis.connect().catch(() => {});
  };
  return redis.on('end', () => {
    if (isWanted) setTimeout(connect, retryMs);
  });
}
