import { hasUnrecordingWorker } from '../../shared/calls/heartbeats.ts';
import { type QueueId, queueLabel, queuesOf } from '../../shared/calls/queues.ts';
import type { Lifecycle } from '../../shared/process/lifecycle.ts';
import type { Emit } from '../../shared/process/log.ts';
import type { RedisClient } from '../../shared/redis/client.ts';
import type { Clock } from '../../shared/redis/clock.ts';
import { changedResources } from '../../shared/resources/change.ts';
import type { ChangeFeed } from '../stores/changeFeed.ts';

/** Milliseconds between two looks at the heartbeats, and at the state in the database. */
const pollMs = 1_000;
const stateMs = 10_000;

/** Milliseconds without a heartbeat after which a worker has finished what it had, at the latest. */
const quietMs = 20_000;

/** The queues of the records whose changes are listed. */
const queues = queuesOf(changedResources);

interface Parts {
  readonly redis: RedisClient;
  readonly clock: Clock;
  readonly feed: ChangeFeed;
  readonly emit: Emit;
  /** Other than the usual one in tests. */
  readonly quietMs?: number;
}

/** Starts the guard, and registers how to stop it. */
export function startFeedGuard(parts: Parts, lifecycle: Lifecycle): void {
  const guard = new FeedGuard(parts);
  lifecycle.onStop('feed of changes', () => guard.stop());
}

/**
 * Closes the feed of changes while workers run that record none: those of releases before 0.3.0, during an upgrade. It opens
 * again with a new epoch, so all cursors from before have expired: nobody goes on from one and misses what those workers did.
 *
 * Once the tables exist, such workers don't start any more. So the feed is opened once, unless one of them was frozen.
 */
export class FeedGuard {
  readonly #parts: Parts;
  readonly #polling: NodeJS.Timeout;
  #isPolling = false;
  #isOpen: boolean | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #quietSince = performance.now();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#polling = setInterval(() => void this.#poll(), pollMs);
    void this.#poll();
  }

  stop(): void {
    clearInterval(this.#polling);
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    try {
      await this.#adjust();
    } catch {
      // Nothing is known of the heartbeats now, so the time without one starts again.
      this.#quietSince = performance.now();
    } finally {
      this.#isPolling = false;
    }
  }

  async #adjust(): Promise<void> {
    const { feed, emit } = this.#parts;
    const seen = await this.#queueSeen();
    if (seen) this.#quietSince = performance.now();
    await this.#look();
    const ms = Math.round(performance.now() - this.#quietSince);
    if (seen && this.#isOpen) {
      if (await feed.close()) emit('changes_closed', { queue: queueLabel(seen) });
      this.#isOpen = false;
    } else if (ms >= (this.#parts.quietMs ?? quietMs) && this.#isOpen === false) {
      if (await feed.open()) emit('changes_opened', { ms });
      this.#isOpen = true;
    }
  }

  /** A queue that such a worker serves; undefined without one. */
  async #queueSeen(): Promise<QueueId | undefined> {
    const { redis, clock } = this.#parts;
    const seen = await Promise.all(queues.map((queue) => hasUnrecordingWorker(redis, queue, clock.now())));
    return queues[seen.indexOf(true)];
  }

  /** Another worker may have opened or closed it. */
  async #look(): Promise<void> {
    if (performance.now() - this.#lookedAt < stateMs) return;
    this.#isOpen = await this.#parts.feed.isOpen();
    this.#lookedAt = performance.now();
  }
}
