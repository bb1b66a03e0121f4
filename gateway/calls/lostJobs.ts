import { repeat } from '../../shared/runtime/process/repeat.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import type { CallQueue } from './callQueue.ts';

/** Time without an answer after which a job may be lost, and the interval between checks. */
const silenceMs = 1_000;
const pollMs = 500;

/**
 * Sends jobs again that Redis lost because it was emptied, or restarted without its data. The gateway owns a call until it is
 * answered or its deadline passes; the inbox makes a second delivery safe.
 */
export class LostJobs {
  readonly #redis: RedisClient;
  readonly #queues: readonly CallQueue[];
  readonly #onFound: () => void;
  readonly #stopChecking = repeat(pollMs, () => this.#check(silenceMs));
  /** Calls waited for Redis: the backlog says nothing about how fast the workers are. */
  readonly #onReady = () => {
    for (const { wait, deadlineMs } of this.#queues) wait.recover(deadlineMs);
    void this.#check(0);
  };

  /** Starts the checks; `onFound` is called after each check that found lost jobs. */
  constructor(redis: RedisClient, queues: readonly CallQueue[], onFound: () => void) {
    this.#redis = redis;
    this.#queues = queues;
    this.#onFound = onFound;
    redis.on('ready', this.#onReady);
  }

  stop(): void {
    this.#stopChecking();
    this.#redis.off('ready', this.#onReady);
  }

  async #check(ageMs: number): Promise<void> {
    const found = await Promise.all(this.#queues.map((queue) => queue.restore(ageMs)));
    if (found.includes(true)) this.#onFound();
  }
}
