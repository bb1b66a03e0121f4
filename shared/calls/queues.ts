import { publicOperations } from '../operations/index.ts';
import { type Resource, resourceOf, resources } from '../operations/operation.ts';

/** Every Redis key of ours begins with it. */
export const queuePrefix = 'counterfoil';

/** Calls of batches wait in queues of their own, so that those that people wait for never stand behind them. */
export const lanes = ['interactive', 'bulk'] as const;
export type Lane = (typeof lanes)[number];

/** One queue: the calls for a resource in a lane. */
export interface QueueId {
  readonly resource: Resource;
  readonly lane: Lane;
}

/** Batches have operations of the interface only. */
const bulkResources = new Set(Object.values(publicOperations).map(resourceOf));

/** The queues that these resources have in these lanes. */
export function queuesOf(
  of: readonly Resource[] = resources,
  within: readonly Lane[] = lanes,
): readonly QueueId[] {
  const queues = within.flatMap((lane) => of.map((resource) => ({ resource, lane })));
  return queues.filter(({ resource, lane }) => lane === 'interactive' || bulkResources.has(resource));
}

/** What operators and logs call a queue. */
export function queueLabel({ resource, lane }: QueueId): string {
  return lane === 'interactive' ? resource : `${resource}.${lane}`;
}

/** The braces are a hash tag: in Redis Cluster a queue's keys share a shard, and queues spread. */
export function queueName(queue: QueueId): string {
  return `{${queueLabel(queue)}}`;
}

/** Where workers look for what is to be done once in a while. */
export const maintenanceQueue = '{maintenance}';

/** The stream that one gateway reads its replies from. */
export function replyStream(gatewayId: string): string {
  return `${queuePrefix}:{reply.${gatewayId}}`;
}

/** Milliseconds that a worker's heartbeat counts; it beats every second. */
export const heartbeatTtlMs = 3_000;

/** A sorted set of the worker processes that serve the queue, by the moment until which their heartbeat counts. */
export function heartbeatsKey(queue: QueueId): string {
  return `${queuePrefix}:${queueName(queue)}:workers`;
}

/**
 * A key that exists while some worker serves the queue: all that gateways and workers of version 0.1.0 know. Workers of this
 * version keep it for no longer than their own heartbeats, which tells them from those.
 */
export function earlierHeartbeatKey(queue: QueueId): string {
  return `${queuePrefix}:${queueName(queue)}:present`;
}
