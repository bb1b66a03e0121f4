import type { Redis } from 'ioredis';
import type { JobBatcher } from './jobBatcher.ts';

/** Milliseconds without an answer after which a job may be lost, and between two looks whether one is. */
const silenceMs = 1_000;
const pollMs = 500;

/**
 * Has jobs sent again that Redis lost: when it was emptied, or started again without its data. The gateway owns a call
 * until it is answered or its deadline passes; the inbox makes a second delivery safe.
 */
export class LostJobs {
  readonly #redis: Redis;
  readonly #jobBatchers: readonly JobBatcher[];
  readonly #onFound: () => void;
  readonly #looking: NodeJS.Timeout;
  readonly #onReady = () => void this.#look(0);

  /** Looks from now on; `onFound` hears of each look that found some. */
  constructor(redis: Redis, jobBatchers: Iterable<JobBatcher>, onFound: () => void) {
    this.#redis = redis;
    this.#jobBatchers = [...jobBatchers];
    this.#onFound = onFound;
    this.#looking = setInterval(() => void this.#look(silenceMs), pollMs);
    redis.on('ready', this.#onReady);
  }

  stop(): void {
    clearInterval(this.#looking);
    this.#redis.off('ready', this.#onReady);
  }

  async #look(age: number): Promise<void> {
    const found = await Promise.all(this.#jobBatchers.map((jobBatcher) => jobBatcher.restore(age)));
    if (found.includes(true)) this.#onFound();
  }
}
