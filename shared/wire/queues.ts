import { publicOperations } from '../contract/operations/allOperations.ts';
import { isBatched, type Resource, resourceOf, resources } from '../contract/operations/operation.ts';
import { type Lane, lanes, queuePrefix } from '../runtime/queueNames.ts';
import type { RedisClient } from '../runtime/redis/client.ts';
import { clusterTagOf, clusterTagOfPartition, labelOfTag } from './clusterTags.ts';

export { type Lane, lanes, queuePrefix };

export interface QueueId {
  readonly resource: Resource;
  readonly lane: Lane;
}

/** Batches contain public operations only. */
const bulkResources = new Set(Object.keys(publicOperations).map(resourceOf).filter(isBatched));

export function queuesOf(
  of: readonly Resource[] = resources,
  within: readonly Lane[] = lanes,
): readonly QueueId[] {
  const queues = within.flatMap((lane) => of.map((resource) => ({ resource, lane })));
  return queues.filter(({ resource, lane }) => lane === 'interactive' || bulkResources.has(resource));
}

export function queueLabel({ resource, lane }: QueueId): string {
  return lane === 'interactive' ? resource : `${resource}.${lane}`;
}

export function queueOf(label: string): QueueId {
  const [resource, lane = 'interactive'] = label.split('.') as [Resource, Lane?];
  return { resource, lane };
}

type RedisKind = Pick<RedisClient, 'isCluster'>;

/** Hash tag in braces: in a Redis Cluster, the keys of a queue are in one shard, and the queues in different shards. */
export function queueName(queue: QueueId, redis: RedisKind): string {
  return nameOf(queueLabel(queue), redis);
}

/**
 * Partitions are in different slots of a cluster, so that several masters share the work of one queue. A worker may serve
 * several partitions. Partition 0 is the queue itself.
 */
export function partitionName(queue: QueueId, partition: number, redis: RedisKind): string {
  if (partition === 0) return queueName(queue, redis);
  const label = queueLabel(queue);
  return redis.isCluster ? `{${clusterTagOfPartition(label, partition)}}` : `{${label}.${partition}}`;
}

/** `key` is a suffix, such as BullMQ's `wait`. */
export function partitionKey(queue: QueueId, partition: number, redis: RedisKind, key: string): string {
  return `${queuePrefix}:${partitionName(queue, partition, redis)}:${key}`;
}

function nameOf(label: string, { isCluster }: RedisKind): string {
  return `{${isCluster ? clusterTagOf(label) : label}}`;
}

export function queueKey(queue: QueueId, redis: RedisKind, key: string): string {
  return partitionKey(queue, 0, redis, key);
}

export function labelOf(name: string): string {
  return labelOfTag(name.slice(1, -1)).replace(/\.\d+$/, '');
}

export function maintenanceQueue(redis: RedisKind): string {
  return nameOf('maintenance', redis);
}

/** Has a job for each webhook that may have something to deliver. */
export function deliveryQueue(redis: RedisKind): string {
  return nameOf('webhooks', redis);
}

export function replyStream(gatewayId: string): string {
  return `${queuePrefix}:{reply.${gatewayId}}`;
}
