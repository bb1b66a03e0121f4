import type { Redis } from 'ioredis';

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
