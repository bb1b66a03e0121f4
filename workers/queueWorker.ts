import { Worker as QueueWorker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { CallJob } from '../shared/call.ts';
import { summarize, type Tell } from '../shared/log.ts';
import { type QueueId, queueLabel, queueName, queuePrefix } from '../shared/queues.ts';
import type { JobProcessor } from './jobProcessor.ts';
import { createQueueBackend } from './queueBackend.ts';

/** Milliseconds that BullMQ blocks for a job at most; a connection that is silent for longer is dead. */
export const jobBlockMs = 2_000;

/**
 * A killed worker's jobs are taken over within about two seconds, several times within a call's deadline: the lock runs
 * out, and the next check finds it. The deadline ends that, not BullMQ's count.
 */
const takeover = { lockDuration: 1_500, stalledInterval: 700, maxStalledCount: 100 };

/** Has the jobs of a queue processed, so many at once. */
export function serveQueue(
  id: QueueId,
  jobs: JobProcessor,
  connection: Redis,
  concurrency: number,
  tell: Tell,
): QueueWorker<CallJob> {
  const worker = new QueueWorker<CallJob>(
    queueName(id),
    ({ id: jobId = '', data, attemptsStarted }) =>
      jobs.process({ id: jobId, data, deliveries: attemptsStarted }),
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
  // The gateway sees that it is gone, and sends the calls that nobody answered again.
  worker.on('failed', (_, error) => tell('job_failed', { queue, error: summarize(error) }));
  return worker.on('error', (error) => tell('queue_failed', { queue, error: summarize(error) }));
}
