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

/** Milliseconds that BullMQ waits for a job. A connection that is silent for longer is dead. */
export const jobBlockMs = 2_000;

const createBackend = redisBackend(jobBlockMs);

/** Answer of `moveToActive` without a job, rate limit or delayed job. */
const noJob = [undefined, undefined, 0, 0];

/**
 * Saves queries of BullMQ's Redis backend. After each job, the library asks for another one before it begins with the first,
 * and Redis leaves a marker that wakes the worker for a third query: two of three scripts find nothing. Here the worker begins
 * at once, and the length of the list shows whether the marker means a job. A single job takes 49 commands instead of 62 (those
 * in scripts included), and one round trip less. Queues with delayed or prioritized jobs need the library's own backend.
 */
export const createQueueBackend: BackendFactory<RedisQueueBackend> = (name, options, connections) => {
  const backend = createBackend(name, options, connections);
  const moveToActive = backend.moveToActive.bind(backend);
  const waitForJob = backend.waitForJob.bind(backend);
  let handedOut = false;

  backend.moveToActive = async (token, worker) => {
    if (handedOut) return noJob;
    const answer = await moveToActive(token, worker);
    handedOut = Boolean(answer[0]);
    return answer;
  };

  backend.waitForJob = async (seconds) => {
    const marker = await waitForJob(seconds);
    const isLeftover = handedOut;
    handedOut = false;
    if (!marker || !isLeftover) return marker;
    const client = await backend.client;
    const waiting = await client.llen(backend.toKey('wait')).catch(() => 1);
    return waiting > 0 ? marker : waitForJob(seconds);
  };
  return backend;
};

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
