import { type Job, Queue, Worker as QueueWorker, type WorkerOptions } from 'bullmq';
import { type Emit, summarize } from '../../shared/runtime/process/log.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { readyOrEnded } from '../../shared/runtime/redis/redis.ts';
import { queuePrefix } from '../../shared/wire/queues.ts';
import { redisBackend } from './queueBackend.ts';

/** Milliseconds until a worker repeats a query that Redis did not answer. */
export const queryRetryMs = 200;

interface OwnQueueOptions extends Partial<WorkerOptions> {
  readonly connection: RedisClient;
  readonly name: string;
  /** Name of the queue in events. */
  readonly label: string;
  readonly lockMs: number;
  readonly blockMs: number;
}

/** A killed worker's jobs are taken over after up to twice this time. */
export function lockTimes(lockMs: number) {
  return { lockDuration: lockMs, stalledInterval: lockMs };
}

/** Queue of jobs that workers make themselves. */
export class OwnQueue<Data, Result> {
  readonly queue: Queue<Data>;
  readonly worker: QueueWorker<Data, Result>;
  readonly emitFailure: (error: unknown) => void;
  readonly #redis: RedisClient;

  constructor(options: OwnQueueOptions, emit: Emit, run: (job: Job<Data>) => Promise<Result>) {
    const { connection, name, label, lockMs, blockMs, ...others } = options;
    const common = { connection, prefix: queuePrefix };
    const times = { ...lockTimes(lockMs), runRetryDelay: queryRetryMs };
    this.#redis = connection;
    this.emitFailure = (error) => {
      if (!this.isStopping) emit('queue_failed', { queue: label, error: summarize(error) });
    };
    this.queue = new Queue(name, common);
    // The worker emits the same error, since it uses the same connection.
    this.queue.on('error', () => {});
    this.worker = new QueueWorker(name, run, { ...common, ...times, ...others }, redisBackend(blockMs));
    this.worker.on('error', this.emitFailure);
    this.worker.on('failed', (_, error) => this.emitFailure(error));
  }

  get isStopping(): boolean {
    return this.worker.closing !== undefined;
  }

  /** Resolves when the running jobs have ended. */
  async stop(): Promise<void> {
    await Promise.all([readyOrEnded(this.#redis), this.worker.close(), this.queue.close()]);
  }
}
