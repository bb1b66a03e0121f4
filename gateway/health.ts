import type { Redis } from 'ioredis';
import type { Context } from 'koa';
import { type Lane, presenceKey, type QueueId, queuesOf } from '../shared/queues.ts';

type WorkerState = 'present' | 'missing' | 'unknown';

/** Whether this gateway lives, and whether it can have calls answered. */
export class Health {
  readonly #redis: Redis;
  #stopping = false;
  #looking: Promise<readonly WorkerState[]> | undefined;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** From now on not ready: a load balancer should look elsewhere. */
  stopping(): void {
    this.#stopping = true;
  }

  alive(ctx: Context): void {
    ctx.body = { alive: true };
  }

  /** Ready when Redis answers and every resource has a worker for single calls; workers start only on a migrated database. */
  async ready(ctx: Context): Promise<void> {
    const queues = queuesOf();
    const states = await this.#statesOf(queues);
    const inLane = (lane: Lane) =>
      Object.fromEntries(
        queues.flatMap((queue, at) => (queue.lane === lane ? [[queue.resource, states[at]]] : [])),
      );
    const workers = inLane('interactive');
    const redis = states.every((state) => state !== 'unknown');
    const ready = !this.#stopping && Object.values(workers).every((state) => state === 'present');
    ctx.status = ready ? 200 : 503;
    ctx.body = { ready, stopping: this.#stopping, redis, workers, bulk_workers: inLane('bulk') };
  }

  /** Requests at the same time share one look: anybody may ask, and Redis has better things to do. */
  #statesOf(queues: readonly QueueId[]): Promise<readonly WorkerState[]> {
    this.#looking ??= Promise.all(queues.map((queue) => this.#workerOf(queue))).finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #workerOf(queue: QueueId): Promise<WorkerState> {
    try {
      return (await this.#redis.exists(presenceKey(queue))) ? 'present' : 'missing';
    } catch {
      return 'unknown';
    }
  }
}
