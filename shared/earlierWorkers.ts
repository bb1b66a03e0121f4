import type { Redis } from 'ioredis';
import { hasEarlierWorker } from './heartbeats.ts';
import type { QueueId } from './queues.ts';

/** Milliseconds between two looks. */
const lookMs = 1_000;

/** Milliseconds that a worker may go on after its last heartbeat, to finish what it has. */
const finishingMs = 15_000;

/** Knows whether workers of version 0.1.0 serve some queues: they know fewer operations, and validate otherwise. */
export class EarlierWorkers {
  readonly #redis: Redis;
  readonly #queues: readonly QueueId[];
  #lastLook = Number.NEGATIVE_INFINITY;
  #lastSeen = Number.NEGATIVE_INFINITY;
  readonly #looking: NodeJS.Timeout;

  private constructor(redis: Redis, queues: readonly QueueId[]) {
    this.#redis = redis;
    this.#queues = queues;
    // While Redis can't be asked, what was known last holds.
    this.#looking = setInterval(() => void this.#look().catch(() => {}), lookMs);
  }

  /** Resolves when it is known whether there are any; rejects when Redis does not answer. */
  static async start(redis: Redis, queues: readonly QueueId[]): Promise<EarlierWorkers> {
    const earlier = new EarlierWorkers(redis, queues);
    await earlier.#look().catch((error: unknown) => {
      earlier.stop();
      throw error;
    });
    return earlier;
  }

  get arePresent(): boolean {
    return this.#lastLook - this.#lastSeen < finishingMs;
  }

  stop(): void {
    clearInterval(this.#looking);
  }

  async #look(): Promise<void> {
    const seen = await Promise.all(this.#queues.map((queue) => hasEarlierWorker(this.#redis, queue)));
    this.#lastLook = performance.now();
    if (seen.includes(true)) this.#lastSeen = this.#lastLook;
  }
}
