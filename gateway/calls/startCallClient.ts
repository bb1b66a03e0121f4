import { Queue } from 'bullmq';
import type { CallJob } from '../../shared/calls/call.ts';
import {
  type Lane,
  partitionName,
  type QueueId,
  queuePrefix,
  queuesOf,
  replyStream,
} from '../../shared/calls/queues.ts';
import { Lifecycle, logStopProblems } from '../../shared/process/lifecycle.ts';
import type { Emit } from '../../shared/process/log.ts';
import { connectToBlock } from '../../shared/redis/blockingReader.ts';
import type { RedisClient } from '../../shared/redis/client.ts';
import { SharedClock } from '../../shared/redis/clock.ts';
import { connectToSend, reached } from '../../shared/redis/redis.ts';
import { newId } from '../../shared/values/idents.ts';
import { CallClient } from './callClient.ts';
import type { JobBatchers } from './callClientParts.ts';
import { ExpiredJobs } from './expiredJobs.ts';
import { JobBatcher } from './jobBatcher.ts';
import { JobSender } from './jobSender.ts';
import { LostJobs } from './lostJobs.ts';
import { PauseMonitor } from './pauseMonitor.ts';
import { PendingCalls } from './pendingCalls.ts';
import { type JobQueue, QueuePartitions } from './queuePartitions.ts';
import { RedisRoom } from './redisRoom.ts';
import { ReplyReader, replyBlockMs } from './replyReader.ts';
import { WorkerMonitor } from './workerMonitor.ts';

interface CallClientOptions {
  readonly redisUrl: string;
  readonly deadlineMs: number;
  readonly maxCalls: number;
  readonly maxBytes: number;
  readonly emit: Emit;
}

/** Share of its deadline that an accepted call may be expected to wait. */
const maxWaitShare = 0.2;

/** Connects to the queues and to a reply stream of its own. Rejects if Redis cannot be reached. */
export async function startCallClient(options: CallClientOptions): Promise<CallClient> {
  const lifecycle = new Lifecycle(logStopProblems(options.emit));
  try {
    return await start(options, lifecycle);
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

async function start(
  { redisUrl, deadlineMs, maxCalls, maxBytes, emit }: CallClientOptions,
  lifecycle: Lifecycle,
): Promise<CallClient> {
  const stream = replyStream(newId());
  const redis = connectToSend(redisUrl, emit);
  lifecycle.onStop('redis', () => redis.disconnect());
  await reached(redis);
  const clock = await SharedClock.start(redis, (ms) => emit('clock_stepped', { ms: Math.round(ms) }));
  lifecycle.onStop('clock', () => clock.stop());
  const workers = new WorkerMonitor({ redis, clock, emit });
  lifecycle.onStop('worker monitor', () => workers.stop());
  const pauses = await PauseMonitor.start({ redis, clock, emit });
  lifecycle.onStop('pauses', () => pauses.stop());
  const room = new RedisRoom(redis, emit);
  lifecycle.onStop('room in redis', () => room.stop());
  const expired = new ExpiredJobs(redis, clock, queuesOf(), (queue) => workers.partitionsOf(queue));
  lifecycle.onStop('expired jobs', () => expired.stop());
  const jobBatchers = await openJobBatchers({ redis, stream, workers, room, emit });
  const pending = new PendingCalls();
  const reading = connectToBlock(redis, { key: stream, blockMs: replyBlockMs, emit });
  const reader = new ReplyReader({ sending: redis, reading, stream, pending, clock, emit });
  lifecycle.onStop('replies', () => reader.stop());
  const all = Object.values(jobBatchers).flatMap((ofLane) => [...ofLane.values()]);
  const lostJobs = new LostJobs(redis, all, () => reader.startOver());
  lifecycle.onStop('lost jobs', () => lostJobs.stop());
  lifecycle.onStop('calls in flight', () => pending.none(), deadlineMs);
  const limits = { calls: maxCalls, bytes: maxBytes, waitMs: maxWaitShare * deadlineMs };
  const parts = { redis, jobBatchers, pending, clock, workers, pauses, lifecycle };
  return new CallClient({ deadlineMs, limits, ...parts });
}

interface JobBatcherParts {
  readonly redis: RedisClient;
  readonly stream: string;
  readonly workers: WorkerMonitor;
  readonly room: RedisRoom;
  readonly emit: Emit;
}

async function openJobBatchers(parts: JobBatcherParts): Promise<JobBatchers> {
  const ofLane = async (lane: Lane) =>
    new Map(
      await Promise.all(
        queuesOf(undefined, [lane]).map(
          async (id) => [id.resource, await openJobBatcher(id, parts)] as const,
        ),
      ),
    );
  return { interactive: await ofLane('interactive'), bulk: await ofLane('bulk') };
}

async function openJobBatcher(id: QueueId, { redis, stream, workers, room, emit }: JobBatcherParts) {
  const partitions = new QueuePartitions(
    (partition) => openQueue(partitionName(id, partition, redis), redis),
    () => workers.partitionsOf(id),
  );
  await partitions.ready();
  return new JobBatcher(new JobSender(partitions, redis, stream, emit), room);
}

function openQueue(name: string, connection: RedisClient): JobQueue {
  // Jobs leave nothing behind: the outcome of a call is in the inbox and in the reply.
  const defaultJobOptions = { removeOnComplete: true, removeOnFail: true, attempts: 1 };
  const queue = new Queue<CallJob>(name, { connection, prefix: queuePrefix, defaultJobOptions });
  return queue.on('error', () => {}); // the connection emits its errors itself
}
