import {
  type BackendFactory,
  createRedisBackend,
  QueueKeys,
  RedisConnection,
  RedisQueueBackend,
} from 'bullmq';
import { Cluster } from 'ioredis';
import { queuePrefix } from '../../shared/calls/queues.ts';
import { ignoreEvents } from '../../shared/process/log.ts';
import { connectToBlock } from '../../shared/redis/blockingReader.ts';

/**
 * BullMQ's Redis backend. In a cluster, the connection that waits for jobs goes to the master of the queue alone, and follows
 * a fail-over. BullMQ's own would be the client of a whole cluster for each queue: it notices a frozen master only after its
 * next command, and reconnects for up to 30 seconds. `blockMs` is the longest wait.
 */
export function redisBackend(blockMs: number): BackendFactory<RedisQueueBackend> {
  return (name, options, connections) => {
    const { connection } = options;
    if (!(connection instanceof Cluster) || !connections?.withBlockingConnection)
      return createRedisBackend(name, options, connections);
    const keys = new QueueKeys(queuePrefix);
    const key = keys.toKey(name, 'marker');
    // The worker emits errors of this connection.
    const waiting = connectToBlock(connection, { key, blockMs, emit: ignoreEvents });
    return new RedisQueueBackend(
      new RedisConnection(connection, { shared: true, blocking: false }),
      name,
      keys.getKeys(name),
      (type) => keys.toKey(name, type),
      options,
      new RedisConnection(waiting, { shared: false, blocking: true }),
    );
  };
}
