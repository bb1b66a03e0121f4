import { Worker as QueueWorker } from 'bullmq';
import { type Emit, summarize } from '../../shared/runtime/process/log.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { type CallJob, idsOf } from '../../shared/wire/call.ts';
import { partitionName, type QueueId, queueLabel, queuePrefix } from '../../shared/wire/queues.ts';
import type { JobProcessor } from './jobProcessor.ts';
import { queryRetryMs } from './ownQueue.ts';
import { createQueueBackend, jobBlockMs } from './queueBackend.ts';

/**
 * Maximum number of jobs that wait for locks without counting as in progress: a locked record must not block other jobs.
 */
const maxLockWaiters = 1_000;

/**
 * A killed worker's jobs are taken over within about two seconds: the job's lock expires, and the next check finds it. That can
 * happen several times before a call's deadline. The deadline ends it, not BullMQ's count.
 */
export const takeover = { lockDuration: 1_500, stalledInterval: 700, maxStalledCount: 100 };

export interface QueueOptions {
  readonly connection: RedisClient;
  /** Jobs in progress at once, not counting those that wait for a lock. */
  readonly concurrency: number;
  readonly emit: Emit;
  readonly namesCalls: boolean;
}

export function serveQueue(
  id: QueueId,
  partition: number,
  jobs: JobProcessor,
  { connection, concurrency, emit, namesCalls }: QueueOptions,
): QueueWorker<CallJob> {
  let lockWaiters = 0;
  const countLockWaiter = (change: 1 | -1) => {
    lockWaiters += change;
    worker.concurrency = concurrency + Math.min(lockWaiters, maxLockWaiters);
  };
  const queue = queueLabel(id);
  const worker = new QueueWorker<CallJob>(
    partitionName(id, partition, connection),
    async ({ id: jobId = '', data, attemptsStarted }) => {
      const startedAt = performance.now();
      let isWaitingForLock = false;
      const onLockWait = () => {
        if (!isWaitingForLock) countLockWaiter(1);
        isWaitingForLock = true;
      };
      try {
        await jobs.process({ id: jobId, data, deliveryCount: attemptsStarted, onLockWait });
      } finally {
        if (isWaitingForLock) countLockWaiter(-1);
      }
      const ms = performance.now() - startedAt;
      const ids = namesCalls && { callIds: idsOf(data.calls) };
      emit('job', { queue, calls: data.calls.length, deliveries: attemptsStarted, ms, ...ids });
    },
    {
      connection,
      prefix: queuePrefix,
      concurrency,
      drainDelay: jobBlockMs / 1_000,
      runRetryDelay: queryRetryMs,
      ...takeover,
    },
    createQueueBackend,
  );
  // The gateway sees that the job is gone, and sends its unanswered calls again.
  worker.on('failed', (_, error) => emit('job_failed', { queue, error: summarize(error) }));
  return worker.on('error', (error) => emit('queue_failed', { queue, error: summarize(error) }));
}
