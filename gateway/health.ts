import type { Redis } from 'ioredis';
import type { Context } from 'koa';
import { type Resource, resources } from '../shared/operations/operation.ts';
import { presenceKey } from '../shared/queues.ts';

/** Whether this gateway lives, and whether it can have calls answered. */
export class Health {
  readonly #redis: Redis;
  #stopping = false;

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

  /** Ready when Redis answers and every resource has a worker; workers start only on a migrated database. */
  async ready(ctx: Context): Promise<void> {
    const present = await Promise.all(resources.map((resource) => this.#hasWorker(resource)));
    const redis = present.every((state) => state !== 'unknown');
    const workers = Object.fromEntries(resources.map((resource, at) => [resource, present[at]]));
    const ready = !this.#stopping && present.every((state) => state === 'present');
    ctx.status = ready ? 200 : 503;
    ctx.body = { ready, stopping: this.#stopping, redis, workers };
  }

  async #hasWorker(resource: Resource): Promise<'present' | 'missing' | 'unknown'> {
    try {
      return (await this.#redis.exists(presenceKey(resource))) ? 'present' : 'missing';
    } catch {
      return 'unknown';
    }
  }
}
