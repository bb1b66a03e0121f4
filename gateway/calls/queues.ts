import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { CallJob } from '../../shared/calls/call.ts';
import { type Lane, queueName, queuePrefix, queuesOf } from '../../shared/calls/queues.ts';
import type { Resource } from '../../shared/operations/operation.ts';
import { JobBatcher } from './jobBatcher.ts';
import { JobSender } from './jobSender.ts';
import type { RedisRoom } from './redisRoom.ts';

/** What gathers the calls for each queue. */
export type JobBatchers = Readonly<Record<Lane, ReadonlyMap<Resource, JobBatcher>>>;

/** Opens every queue; jobs tell workers to reply to the stream. */
export async function openJobBatchers(redis: Redis, stream: string, room: RedisRoom): Promise<JobBatchers> {
  const ofLane = async (lane: Lane) => {
    const queues = queuesOf(undefined, [lane]).map(
      (id) => [id.resource, openQueue(queueName(id), redis)] as const,
    );
    await Promise.all(queues.map(([, queue]) => queue.waitUntilReady()));
    return new Map(
      queues.map(([resource, queue]) => [
        resource,
        new JobBatcher(new JobSender(queue, redis, stream), room),
      ]),
    );
  };
  return { interactive: await ofLane('interactive'), bulk: await ofLane('bulk') };
}

function openQueue(name: string, connection: Redis): Queue<CallJob> {
  // Jobs leave nothing behind: what became of a call is in the inbox and in the reply.
  const defaultJobOptions = {
    removeOnComplete: true,
    removeOnFail: true,
    attempts: 1,
  };
  const queue = new Queue<CallJob>(name, { connection, prefix: queuePrefix, defaultJobOptions });
  return queue.on('error', () => {}); // the connection tells of its errors itself
}
