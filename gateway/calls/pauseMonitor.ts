import { type Pause, readPauses } from '../../shared/calls/pauses.ts';
import { type Lane, type QueueId, queueLabel } from '../../shared/calls/queues.ts';
import type { Resource } from '../../shared/operations/operation.ts';
import type { Emit } from '../../shared/process/log.ts';
import type { RedisClient } from '../../shared/redis/client.ts';
import type { Clock } from '../../shared/redis/clock.ts';
import { Unavailable } from './unavailable.ts';

const pollMs = 1_000;

/** Seconds. A pause may be ended early, so no client is told to stay away for longer. */
const maxRetryAfter = 30;

interface Parts {
  readonly redis: RedisClient;
  readonly clock: Clock;
  readonly emit: Emit;
}

/** Knows the paused queues. While Redis does not answer, the last answer counts, until the end of each pause. */
export class PauseMonitor {
  readonly #redis: RedisClient;
  readonly #clock: Clock;
  readonly #emit: Emit;
  #pauses: ReadonlyMap<string, Pause> = new Map();
  #polling: NodeJS.Timeout | undefined;

  private constructor({ redis, clock, emit }: Parts) {
    this.#redis = redis;
    this.#clock = clock;
    this.#emit = emit;
  }

  /** Resolves when the pauses are known: a gateway that restarts accepts no call of a paused queue. Rejects without Redis. */
  static async start(parts: Parts): Promise<PauseMonitor> {
    const monitor = new PauseMonitor(parts);
    await monitor.#poll();
    monitor.#polling = setInterval(() => void monitor.#poll().catch(() => {}), pollMs);
    return monitor;
  }

  stop(): void {
    clearInterval(this.#polling);
  }

  pauseOf(queue: QueueId): Pause | undefined {
    const pause = this.#pauses.get(queueLabel(queue));
    return pause && this.#leftMs(pause) > 0 ? pause : undefined;
  }

  refusal(lane: Lane, resources: Iterable<Resource>): Unavailable | undefined {
    if (this.#pauses.size === 0) return undefined;
    let longestMs = 0;
    for (const resource of resources) {
      const pause = this.pauseOf({ resource, lane });
      if (pause) longestMs = Math.max(longestMs, this.#leftMs(pause));
    }
    if (longestMs === 0) return undefined;
    return new Unavailable('paused', Math.min(Math.ceil(longestMs / 1_000), maxRetryAfter));
  }

  #leftMs({ until }: Pause): number {
    return until === null ? Number.POSITIVE_INFINITY : Math.max(0, until - this.#clock.now());
  }

  async #poll(): Promise<void> {
    const [before, now] = [this.#pauses, await readPauses(this.#redis)];
    this.#pauses = now;
    for (const [queue, { reason, since, until }] of now)
      if (before.get(queue)?.since !== since)
        this.#emit('queue_paused', { queue, reason, ...(until !== null && { until: dateOf(until) }) });
    for (const queue of before.keys()) if (!now.has(queue)) this.#emit('queue_resumed', { queue });
  }
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString();
}
