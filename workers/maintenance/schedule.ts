import { setTimeout as pause } from 'node:timers/promises';
import { Queue, Worker as QueueWorker } from 'bullmq';
import type { Redis } from 'ioredis';
import { maintenanceQueue, queuePrefix } from '../../shared/calls/queues.ts';
import { type Emit, summarize } from '../../shared/process/log.ts';

/** What is to be done again and again. */
export interface Task {
  readonly name: string;
  readonly everyMs: number;
  /** How long a process that was killed in the middle of it may hold it back: about twice this. */
  readonly lockMs: number;
  /** Ends soon after it is told to stop. */
  readonly run: (stop: AbortSignal) => Promise<void>;
}

/** Milliseconds that BullMQ blocks at most; for a job that is due later, that is ten seconds whatever `drainDelay` says. */
export const longestBlockMs = 10_000;

/** Lets one of the processes that have this schedule do a task once in each interval, however many they are. */
export class Schedule {
  readonly #task: Task;
  readonly #emit: Emit;
  readonly #stopping = new AbortController();
  readonly #queue: Queue;
  readonly #worker: QueueWorker;

  /** The connection has to allow for commands that block for `longestBlockMs`; it is left open. */
  constructor(redis: Redis, task: Task, emit: Emit) {
    this.#task = task;
    this.#emit = emit;
    const options = { connection: redis, prefix: queuePrefix };
    this.#queue = new Queue(maintenanceQueue, options);
    this.#worker = new QueueWorker(maintenanceQueue, () => task.run(this.#stopping.signal), {
      ...options,
      ...{ lockDuration: task.lockMs, stalledInterval: task.lockMs, runRetryDelay: 200 },
    });
    // On the same connection: the worker tells of it.
    this.#queue.on('error', () => {});
    this.#worker.on('error', (error) => this.#emitFailure(error));
    void this.#keep();
  }

  /** Resolves when the task has ended, if it is under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([this.#worker.close(), this.#queue.close()]);
  }

  /** Redis may be emptied at any time, and the entry with it. To make it again changes nothing while it is there. */
  async #keep(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#make().catch((error) => this.#emitFailure(error));
      await pause(this.#task.everyMs, undefined, { signal }).catch(() => {});
    }
  }

  async #make(): Promise<void> {
    const { name, everyMs: every } = this.#task;
    // Else a second process would begin when the task takes longer than its interval.
    await this.#queue.setGlobalConcurrency(1);
    const opts = { removeOnComplete: true, removeOnFail: true };
    await this.#queue.upsertJobScheduler(name, { every }, { opts });
  }

  #emitFailure(error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    this.#emit('queue_failed', { queue: 'maintenance', error: summarize(error) });
  }
}
