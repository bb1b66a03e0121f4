import { Worker as QueueWorker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { CallJob } from '../../shared/calls/call.ts';
import { type QueueId, queueLabel, queueName, queuePrefix } from '../../shared/calls/queues.ts';
import { type Emit, summarize } from '../../shared/process/log.ts';
import type { JobProcessor } from './jobProcessor.ts';
import { createQueueBackend } from './queueBackend.ts';

/** Milliseconds that BullMQ waits for a job at most; a connection that is silent for longer is dead. */
export const jobBlockMs = 2_000;

/** Up to so many jobs that wait for locks do not count as in progress: a locked record must not block other jobs. */
const maxLockWaiters = 1_000;

/**
 * A killed worker's jobs are taken over within about two seconds: the job's lock expires, and the next check finds it. That
 * can happen several times within a call's deadline. The deadline ends it, not BullMQ's count.
 */
const takeover = { lockDuration: 1_500, stalledInterval: 700, maxStalledCount: 100 };

/** Processes the jobs of a queue, `concurrency` at once and those that wait for a lock. */
export function serveQueue(
  id: QueueId,
  jobs: JobProcessor,
  connection: Redis,
  concurrency: number,
  emit: Emit,
): QueueWorker<CallJob> {
  let lockWaiters = 0;
  const count = (change: number) => {
    lockWaiters += change;
    worker.concurrency = concurrency + Math.min(lockWaiters, maxLockWaiters);
  };
  const worker: QueueWorker<CallJob> = new QueueWorker<CallJob>(
    queueName(id),
    async ({ id: jobId = '', data, attemptsStarted }) => {
      let isWaitingForLock = false;
      const onLockWait = () => {
        if (!isWaitingForLock) count(1);
        isWaitingForLock = true;
      };
      await jobs.process({ id: jobId, data, deliveries: attemptsStarted, onLockWait }).finally(() => {
        if (isWaitingForLock) count(-1);
      });
    },
    {
      connection,
      prefix: queuePrefix,
      concurrency,
      drainDelay: jobBlockMs / 1_000,
      runRetryDelay: 200,
      ...takeover,
    },
    createQueueBackend,
  );
  const queue = queueLabel(id);
  // The gateway sees that the job is gone, and sends its unanswered calls again.
  worker.on('failed', (_, error) => emit('job_failed', { queue, error: summarize(error) }));
  return worker.on('error', (error) => emit('queue_failed', { queue, error: summarize(error) }));
}
