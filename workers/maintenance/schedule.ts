import { Queue, Worker as QueueWorker } from 'bullmq';
import { type Emit, summarize } from '../../shared/runtime/process/log.ts';
import { pause } from '../../shared/runtime/process/pause.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { readyOrEnded } from '../../shared/runtime/redis/redis.ts';
import { maintenanceQueue, queuePrefix } from '../../shared/wire/queues.ts';
import { redisBackend } from '../jobs/queueBackend.ts';

export interface Task {
  readonly name: string;
  readonly everyMs: number;
  /** Delays the next run by about twice this time if a process is killed during the task. */
  readonly lockMs: number;
  /** Must end soon after `stop` aborts. */
  readonly run: (stop: AbortSignal) => Promise<void>;
}

/** Maximum time for which BullMQ blocks. For a job that is due later, it is ten seconds whatever `drainDelay` is. */
export const maxBlockMs = 10_000;

/** Runs a task once in each interval, in one of the processes that have this schedule. */
export class Schedule {
  readonly #redis: RedisClient;
  readonly #task: Task;
  readonly #emit: Emit;
  readonly #stopping = new AbortController();
  readonly #queue: Queue;
  readonly #worker: QueueWorker;

  /** `redis` must allow commands to block for `maxBlockMs`. Only a stop while Redis does not answer ends it. */
  constructor(redis: RedisClient, task: Task, emit: Emit) {
    this.#redis = redis;
    this.#task = task;
    this.#emit = emit;
    const options = { connection: redis, prefix: queuePrefix };
    this.#queue = new Queue(maintenanceQueue(redis), options);
    this.#worker = new QueueWorker(
      maintenanceQueue(redis),
      () => task.run(this.#stopping.signal),
      { ...options, lockDuration: task.lockMs, stalledInterval: task.lockMs, runRetryDelay: 200 },
      redisBackend(maxBlockMs),
    );
    // The worker emits the same error, since it uses the same connection.
    this.#queue.on('error', () => {});
    this.#worker.on('error', (error) => this.#emitFailure(error));
    void this.#renew();
  }

  /** Resolves when a running task has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([readyOrEnded(this.#redis), this.#worker.close(), this.#queue.close()]);
  }

  /** Makes the entry again in each interval, since Redis may be emptied at any time. An existing entry stays unchanged. */
  async #renew(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#make().catch((error) => this.#emitFailure(error));
      await pause(this.#task.everyMs, signal);
    }
  }

  async #make(): Promise<void> {
    const { name, everyMs: every } = this.#task;
    // Otherwise a second process would begin while the task takes longer than its interval.
    await this.#queue.setGlobalConcurrency(1);
    const opts = { removeOnComplete: true, removeOnFail: true };
    await this.#queue.upsertJobScheduler(name, { every }, { opts });
  }

  #emitFailure(error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    this.#emit('queue_failed', { queue: 'maintenance', error: summarize(error) });
  }
}
