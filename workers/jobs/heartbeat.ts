import { newId } from '../../shared/contract/values/idents.ts';
import { repeat } from '../../shared/runtime/process/repeat.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import type { Clock } from '../../shared/runtime/redis/clock.ts';
import { renewMember } from '../../shared/runtime/redis/expiringSet.ts';
import { removeWhileConnected } from '../../shared/runtime/redis/reconnecting.ts';
import { heartbeatMember } from '../../shared/wire/heartbeats.ts';
import { heartbeatsKey, heartbeatTtlMs, type QueueId } from '../../shared/wire/queues.ts';

const beatMs = 1_000;

/**
 * Shows gateways that this process serves these queues, and how many partitions of each. Each process has its own heartbeat, so
 * that the others are still seen when one stops.
 */
export class Heartbeat {
  readonly #redis: RedisClient;
  readonly #clock: Clock;
  readonly #queues: readonly QueueId[];
  readonly #member: string;
  readonly #stopBeating = repeat(beatMs, () => this.#beat());
  #lastBeat = Number.NEGATIVE_INFINITY;

  constructor(redis: RedisClient, clock: Clock, queues: readonly QueueId[], partitions = 1) {
    this.#member = heartbeatMember(newId(), partitions);
    this.#redis = redis;
    this.#clock = clock;
    this.#queues = queues;
    this.#beat().catch(() => {}); // the next beat tries again
  }

  /**
   * Removes the heartbeat, so gateways know at once that this process is gone. While Redis does not answer, the heartbeat
   * expires by itself.
   */
  async stop(): Promise<void> {
    this.#stopBeating();
    await removeWhileConnected(this.#redis, () =>
      Promise.all(
        this.#queues.map((queue) => this.#redis.zrem(heartbeatsKey(queue, this.#redis), this.#member)),
      ),
    );
  }

  get isSeen(): boolean {
    return performance.now() - this.#lastBeat < heartbeatTtlMs;
  }

  async #beat(): Promise<void> {
    const startedAt = performance.now();
    await Promise.all(this.#queues.map((queue) => this.#beatFor(queue)));
    this.#lastBeat = startedAt;
  }

  async #beatFor(queue: QueueId): Promise<void> {
    const heartbeat = {
      key: heartbeatsKey(queue, this.#redis),
      member: this.#member,
      ttlMs: heartbeatTtlMs,
    };
    await renewMember(this.#redis, heartbeat, this.#clock.now());
  }
}
