import { setTimeout as delay } from 'node:timers/promises';
import type { CallJob } from '../../shared/wire/call.ts';
import { type QueueId, queueName, queuePrefix } from '../../shared/wire/queues.ts';
import type { JobProcessor } from '../../workers/jobs/jobProcessor.ts';
import type { Host } from './host.ts';
import type { RedisConnection } from './servers/redisConnection.ts';
import type { Job } from './servers/redisState.ts';

/** Times and concurrency of a worker, as in `workers/jobs/queueWorker.ts`. */
const lockMs = 1_500;
const stalledMs = 700;
const blockMs = 2_000;
const concurrency = 64;

interface QueueWorkerDependencies {
  readonly jobs: JobProcessor;
  readonly redis: RedisConnection;
  readonly host: Host;
  readonly onJob: (job: CallJob) => void;
}

/** Takes jobs as BullMQ's worker does: it renews the locks of those that it has, and takes back those of dead workers. */
export class SimulatedQueueWorker {
  readonly #queue: string;
  readonly #jobs: JobProcessor;
  readonly #redis: RedisConnection;
  readonly #host: Host;
  readonly #onJob: (job: CallJob) => void;
  readonly #running = new Map<string, string>();
  readonly #timers: readonly NodeJS.Timeout[];
  #tries = 0;
  #isStopped = false;

  /** Calls `onJob` with each job that it gets. */
  constructor(queue: QueueId, { jobs, redis, host, onJob }: QueueWorkerDependencies) {
    this.#onJob = onJob;
    this.#queue = `${queuePrefix}:${queueName(queue, { isCluster: false })}:`;
    this.#jobs = jobs;
    this.#redis = redis;
    this.#host = host;
    this.#timers = [
      setInterval(() => this.#renew(), lockMs / 2),
      setInterval(() => void this.#redis.takeBack(this.#queue).catch(() => {}), stalledMs),
    ];
    void this.#takeJobs();
  }

  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  stop(): void {
    this.#isStopped = true;
    for (const timer of this.#timers) clearInterval(timer);
  }

  async #takeJobs(): Promise<void> {
    while (!this.#isStopped) {
      this.#tries += 1;
      const token = `${this.#host.name}.${this.#tries}`;
      try {
        const job = await this.#redis.take(this.#queue, token, lockMs, blockMs);
        if (job) void this.#process(job, token);
      } catch {
        await delay(200); // Redis refuses; or the connection is closed, and the worker stops
      }
      while (this.#running.size >= concurrency) await delay(1);
    }
  }

  async #process({ id, data, attempts }: Job, token: string): Promise<void> {
    this.#running.set(token, id);
    const call: CallJob = JSON.parse(data);
    this.#onJob(call);
    try {
      await this.#jobs.process({ id, data: call, deliveryCount: attempts, onLockWait: () => {} });
    } catch {
      // A failed job leaves the queue like one that is done: the gateway sends its calls again.
    }
    this.#running.delete(token);
    await this.#redis.finish(id, token).catch(() => {});
  }

  #renew(): void {
    for (const [token, id] of this.#running) void this.#redis.renew(id, token, lockMs).catch(() => {});
  }
}
