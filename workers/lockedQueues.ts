import type { RedisClient } from '../shared/runtime/redis/client.ts';
import { deliveryQueue, maintenanceQueue, partitionName, type QueueId } from '../shared/wire/queues.ts';
import { lockTimes } from './jobs/ownQueue.ts';
import { takeover } from './jobs/queueWorker.ts';
import type { LockedQueue } from './jobs/shortenLocks.ts';
import { maintenanceLockMs } from './maintenance/maintenance.ts';
import { deliveryLockMs } from './webhooks/deliveryQueue.ts';

/** Lists the queues whose jobs have locks: those of calls that a worker serves, and those that workers fill themselves. */
export function lockedQueues(
  queues: readonly QueueId[],
  partitions: number,
  redis: RedisClient,
): readonly LockedQueue[] {
  const ofCalls = queues.flatMap((queue) =>
    Array.from({ length: partitions }, (_, partition) => partitionName(queue, partition, redis)),
  );
  return [
    ...ofCalls.map((name) => ({ name, ...takeover })),
    { name: deliveryQueue(redis), ...lockTimes(deliveryLockMs) },
    { name: maintenanceQueue(redis), ...lockTimes(maintenanceLockMs) },
  ];
}
