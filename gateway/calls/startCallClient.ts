import { Queue } from 'bullmq';
import { newId } from '../../shared/contract/values/idents.ts';
import { startOrStop } from '../../shared/runtime/process/lifecycle.ts';
import type { Emit } from '../../shared/runtime/process/log.ts';
import { connectToBlock } from '../../shared/runtime/redis/blockingReader.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { SharedClock } from '../../shared/runtime/redis/clock.ts';
import { connectToSend, reached } from '../../shared/runtime/redis/redis.ts';
import type { CallJob } from '../../shared/wire/call.ts';
import { partitionName, type QueueId, queuePrefix, queuesOf, replyStream } from '../../shared/wire/queues.ts';
import { CallClient } from './callClient.ts';
import { CallQueue } from './callQueue.ts';
import { enoughBulkCalls, JobBatcher, maxCallsOfJob } from './jobBatcher.ts';
import { JobSender, QueuePartitions } from './jobSender.ts';
import { bulkLimits, LaneRoom } from './laneRoom.ts';
import { resendLostJobs } from './lostJobs.ts';
import { type JobQueue, PendingCalls } from './pendingCalls.ts';
import { QueueWatch } from './queueWatch.ts';
import { ReplyReader, replyBlockMs } from './replyReader.ts';
import { maxWaitShare } from './waitEstimate.ts';

interface StartOptions {
  readonly redisUrl: string;
  readonly deadlineMs: number;
  readonly maxCalls: number;
  readonly maxBytes: number;
  readonly emit: Emit;
}

/** Connects to the queues and to a reply stream of its own. Rejects if Redis can't be reached. */
export function startCallClient(options: StartOptions): Promise<CallClient> {
  const { redisUrl, deadlineMs, maxCalls, maxBytes, emit } = options;
  return startOrStop(emit, async (lifecycle) => {
    const stream = replyStream(newId());
    const redis = connectToSend(redisUrl, emit);
    lifecycle.onStop('redis', () => redis.disconnect());
    await reached(redis);
    const clock = await SharedClock.start(redis, (ms) => emit('clock_stepped', { ms: Math.round(ms) }));
    lifecycle.onStop('clock', () => clock.stop());
    const watch = new QueueWatch({ redis, clock, emit });
    const limits = { calls: maxCalls, bytes: maxBytes, waitMs: maxWaitShare * deadlineMs };
    const rooms = { interactive: new LaneRoom(limits), bulk: new LaneRoom(bulkLimits(limits)) };
    const pending = new PendingCalls();
    const open = async (id: QueueId) => {
      const count = { served: 1 };
      const partitions = new QueuePartitions(
        (partition) => openQueue(partitionName(id, partition, redis), redis),
        count,
      );
      await partitions.ready();
      const alwaysEnough = id.lane === 'bulk' ? enoughBulkCalls : maxCallsOfJob;
      const batcher = new JobBatcher(new JobSender(partitions, redis, stream, emit), watch, alwaysEnough);
      const laneRoom = rooms[id.lane];
      return new CallQueue({ id, laneRoom, clock, pending, batcher, deadlineMs, partitions: count });
    };
    const queues = await Promise.all(queuesOf().map(open));
    await watch.start(queues);
    lifecycle.onStop('watch of the queues', () => watch.stop());
    const reading = connectToBlock(redis, { key: stream, blockMs: replyBlockMs, emit });
    const reader = new ReplyReader({ sending: redis, reading, stream, pending, clock, emit });
    lifecycle.onStop('replies', () => reader.stop());
    lifecycle.onStop(
      'lost jobs',
      resendLostJobs(redis, queues, () => reader.startOver()),
    );
    lifecycle.onStop('calls in flight', () => pending.none(), deadlineMs);
    return new CallClient({ deadlineMs, rooms, redis, clock, queues, watch, lifecycle });
  });
}

function openQueue(name: string, connection: RedisClient): JobQueue {
  // Jobs leave nothing behind: the outcome of a call is in the inbox and in the reply.
  const defaultJobOptions = { removeOnComplete: true, removeOnFail: true, attempts: 1 };
  const queue = new Queue<CallJob>(name, { connection, prefix: queuePrefix, defaultJobOptions });
  return queue.on('error', () => {}); // the connection emits its errors itself
}
