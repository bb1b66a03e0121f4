import type { RedisClient } from '../redis/client.ts';
import { hasEarlierWorker } from './heartbeats.ts';
import type { QueueId } from './queues.ts';

/** Milliseconds. */
const pollMs = 1_000;

/** Milliseconds that a worker may go on after its last heartbeat, to finish what it has. */
const finishingMs = 15_000;

/** Finds out whether workers of version 0.1.0 serve the queues: they know fewer operations, and lock other rows to validate. */
export class EarlierWorkers {
  readonly #redis: RedisClient;
  readonly #queues: readonly QueueId[];
  #lastPoll = Number.NEGATIVE_INFINITY;
  #lastSeen = Number.NEGATIVE_INFINITY;
  readonly #polling: NodeJS.Timeout;

  private constructor(redis: RedisClient, queues: readonly QueueId[]) {
    this.#redis = redis;
    this.#queues = queues;
    // While Redis does not answer, the last answer counts.
    this.#polling = setInterval(() => void this.#poll().catch(() => {}), pollMs);
  }

  /** Resolves when it is known whether there are any; rejects when Redis does not answer. */
  static async start(redis: RedisClient, queues: readonly QueueId[]): Promise<EarlierWorkers> {
    const earlier = new EarlierWorkers(redis, queues);
    await earlier.#poll().catch((error: unknown) => {
      earlier.stop();
      throw error;
    });
    return earlier;
  }

  get arePresent(): boolean {
    return this.#lastPoll - this.#lastSeen < finishingMs;
  }

  stop(): void {
    clearInterval(this.#polling);
  }

  async #poll(): Promise<void> {
    const seen = await Promise.all(this.#queues.map((queue) => hasEarlierWorker(this.#redis, queue)));
    this.#lastPoll = performance.now();
    if (seen.includes(true)) this.#lastSeen = this.#lastPoll;
  }
}
