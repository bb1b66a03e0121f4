import { publicOperations } from '../operations/index.ts';
import { isBatched, type Resource, resourceOf, resources } from '../operations/operation.ts';
import type { RedisClient } from '../redis/client.ts';
import { queuePrefix } from '../redis/queuePrefix.ts';
import { type Lane, lanes } from '../values/lanes.ts';
import { clusterTagOf, clusterTagOfPartition, labelOfTag } from './clusterTags.ts';

export { type Lane, lanes, queuePrefix };

/** A queue: the calls for a resource in a lane. */
export interface QueueId {
  readonly resource: Resource;
  readonly lane: Lane;
}

/** Batches have public operations only. */
const bulkResources = new Set(Object.values(publicOperations).map(resourceOf).filter(isBatched));

/** The queues of these resources in these lanes. */
export function queuesOf(
  of: readonly Resource[] = resources,
  within: readonly Lane[] = lanes,
): readonly QueueId[] {
  const queues = within.flatMap((lane) => of.map((resource) => ({ resource, lane })));
  return queues.filter(({ resource, lane }) => lane === 'interactive' || bulkResources.has(resource));
}

/** The name of a queue in commands and logs. */
export function queueLabel({ resource, lane }: QueueId): string {
  return lane === 'interactive' ? resource : `${resource}.${lane}`;
}

/** The queue of a label. */
export function queueOf(label: string): QueueId {
  const [resource, lane = 'interactive'] = label.split('.') as [Resource, Lane?];
  return { resource, lane };
}

/** Whether the Redis of a queue is a cluster: queues have other names there. */
type RedisKind = Pick<RedisClient, 'isCluster'>;

/** The braces are a hash tag: in Redis Cluster, the keys of a queue are in one shard, and the queues are in different ones. */
export function queueName(queue: QueueId, redis: RedisKind): string {
  return nameOf(queueLabel(queue), redis);
}

/**
 * The name of a queue's partition. A worker may serve several: in a cluster, they are in different slots, so that several
 * masters do the work of one queue. The first one is the queue itself.
 */
export function partitionName(queue: QueueId, partition: number, redis: RedisKind): string {
  if (partition === 0) return queueName(queue, redis);
  const label = queueLabel(queue);
  return redis.isCluster ? `{${clusterTagOfPartition(label, partition)}}` : `{${label}.${partition}}`;
}

/** The Redis key of a part of a partition, such as BullMQ's `wait`. */
export function partitionKey(queue: QueueId, partition: number, redis: RedisKind, key: string): string {
  return `${queuePrefix}:${partitionName(queue, partition, redis)}:${key}`;
}

function nameOf(label: string, { isCluster }: RedisKind): string {
  return `{${isCluster ? clusterTagOf(label) : label}}`;
}

/** The Redis key of a part of a queue, such as BullMQ's `wait`. */
export function queueKey(queue: QueueId, redis: RedisKind, key: string): string {
  return partitionKey(queue, 0, redis, key);
}

/** The label of a queue, from its name or that of a partition. */
export function labelOf(name: string): string {
  return labelOfTag(name.slice(1, -1)).replace(/\.\d+$/, '');
}

/** The queue of regular tasks such as the purge. */
export function maintenanceQueue(redis: RedisKind): string {
  return nameOf('maintenance', redis);
}

/** The stream from which a gateway reads its replies. */
export function replyStream(gatewayId: string): string {
  return `${queuePrefix}:{reply.${gatewayId}}`;
}

/** Milliseconds that a worker's heartbeat is valid; it is repeated every second. */
export const heartbeatTtlMs = 3_000;

/** A sorted set of the worker processes that serve the queue; the score is the time at which their heartbeat expires. */
export function heartbeatsKey(queue: QueueId, redis: RedisKind): string {
  return queueKey(queue, redis, 'workers');
}
