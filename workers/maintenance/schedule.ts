import type { Emit } from '../../shared/runtime/process/log.ts';
import { pause } from '../../shared/runtime/process/pause.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { maintenanceQueue } from '../../shared/wire/queues.ts';
import { OwnQueue } from '../jobs/ownQueue.ts';

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
  readonly #task: Task;
  readonly #stopping = new AbortController();
  readonly #own: OwnQueue<unknown, void>;

  /** `redis` must allow commands to block for `maxBlockMs`. Only a stop while Redis does not answer ends it. */
  constructor(redis: RedisClient, task: Task, emit: Emit) {
    this.#task = task;
    const names = { name: maintenanceQueue(redis), label: 'maintenance' };
    const options = { connection: redis, ...names, lockMs: task.lockMs, blockMs: maxBlockMs };
    this.#own = new OwnQueue(options, emit, () => task.run(this.#stopping.signal));
    void this.#renew();
  }

  /** Resolves when a running task has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#own.stop();
  }

  /** Makes the entry again in each interval, since Redis may be emptied at any time. An existing entry stays unchanged. */
  async #renew(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#make().catch((error) => this.#own.emitFailure(error));
      await pause(this.#task.everyMs, signal);
    }
  }

  async #make(): Promise<void> {
    const { name, everyMs: every } = this.#task;
    // Otherwise a second process would begin while the task takes longer than its interval.
    await this.#own.queue.setGlobalConcurrency(1);
    await this.#removeIfFarAhead();
    const opts = { removeOnComplete: true, removeOnFail: true };
    await this.#own.queue.upsertJobScheduler(name, { every }, { opts });
  }

  /** BullMQ uses the clocks of hosts: after one that was ahead, the next run would come when the others get there. */
  async #removeIfFarAhead(): Promise<void> {
    const { name, everyMs } = this.#task;
    const next = (await this.#own.queue.getJobScheduler(name))?.next ?? 0;
    if (next > Date.now() + 2 * everyMs) await this.#own.queue.removeJobScheduler(name);
  }
}
