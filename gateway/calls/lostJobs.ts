import type { RedisClient } from '../../shared/redis/client.ts';
import type { JobBatcher } from './jobBatcher.ts';

/** Milliseconds without an answer after which a job may be lost, and between two checks. */
const silenceMs = 1_000;
const pollMs = 500;

/**
 * Sends jobs again that Redis lost: when it was emptied, or restarted without its data. The gateway owns a call
 * until it is answered or its deadline passes; the inbox makes a second delivery safe.
 */
export class LostJobs {
  readonly #redis: RedisClient;
  readonly #jobBatchers: readonly JobBatcher[];
  readonly #onFound: () => void;
  readonly #checking: NodeJS.Timeout;
  readonly #onReady = () => void this.#check(0);

  /** Checks from now on; calls `onFound` after each check that found some. */
  constructor(redis: RedisClient, jobBatchers: Iterable<JobBatcher>, onFound: () => void) {
    this.#redis = redis;
    this.#jobBatchers = [...jobBatchers];
    this.#onFound = onFound;
    this.#checking = setInterval(() => void this.#check(silenceMs), pollMs);
    redis.on('ready', this.#onReady);
  }

  stop(): void {
    clearInterval(this.#checking);
    this.#redis.off('ready', this.#onReady);
  }

  async #check(ageMs: number): Promise<void> {
    const found = await Promise.all(this.#jobBatchers.map((jobBatcher) => jobBatcher.restore(ageMs)));
    if (found.includes(true)) this.#onFound();
  }
}
