import type { Resource } from './operations/operation.ts';

/** Every Redis key of ours begins with it. */
export const queuePrefix = 'counterfoil';

/** The braces are a hash tag: in Redis Cluster a queue's keys share a shard, and resources spread. */
export function queueName(resource: Resource): string {
  return `{${resource}}`;
}

/** Where workers look for what is to be done once in a while. */
export const maintenanceQueue = '{maintenance}';

/** The stream that one gateway reads its replies from. */
export function replyStream(gatewayId: string): string {
  return `${queuePrefix}:{reply.${gatewayId}}`;
}

/** A key that exists while some worker serves the resource. */
export function presenceKey(resource: Resource): string {
  return `${queuePrefix}:${queueName(resource)}:present`;
}
