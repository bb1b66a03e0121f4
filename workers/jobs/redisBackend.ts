import {
  type BackendFactory,
  createRedisBackend,
  QueueKeys,
  RedisConnection,
  RedisQueueBackend,
} from 'bullmq';
import type { Redis } from 'ioredis';
import { ignoreEvents } from '../../shared/runtime/process/log.ts';
import { connectToBlock } from '../../shared/runtime/redis/blockingReader.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { endForGood } from '../../shared/runtime/redis/reconnecting.ts';

/**
 * BullMQ's Redis backend with another connection for waiting. This one ends when its worker is stopped, even while Redis does
 * not answer. BullMQ's own would continue to connect, and keep the worker from stopping. In a cluster, it connects only to the
 * master of the queue, and follows a fail-over. BullMQ's own would be a client of the whole cluster for each queue: it notices
 * a frozen master only after its next command, and reconnects for up to 30 seconds. `blockMs` is the longest wait.
 */
export function redisBackend(blockMs: number): BackendFactory<RedisQueueBackend> {
  return (name, options, connections) => {
    if (!connections?.withBlockingConnection) return createRedisBackend(name, options, connections);
    // BullMQ's type has neither; workers here are given a client.
    const { connection, prefix } = options as { readonly connection: RedisClient; readonly prefix?: string };
    const keys = new QueueKeys(prefix);
    const key = keys.toKey(name, 'marker');
    // The worker emits errors of this connection.
    const waiting = connectToBlock(connection, { key, blockMs, emit: ignoreEvents });
    const backend = new RedisQueueBackend(
      new RedisConnection(connection, { shared: true, blocking: false }),
      name,
      keys.getKeys(name),
      (type) => keys.toKey(name, type),
      options,
      new RedisConnection(waiting, { shared: false, blocking: true }),
    );
    return endingForGood(backend, waiting);
  };
}

/** The worker calls `disconnectBlocking` only when it is stopped. */
function endingForGood(backend: RedisQueueBackend, waiting: Redis): RedisQueueBackend {
  const disconnectBlocking = backend.disconnectBlocking.bind(backend);
  backend.disconnectBlocking = async (wait) => {
    endForGood(waiting);
    await disconnectBlocking(wait);
  };
  return backend;
}
