import { partitionsServed } from '../../shared/calls/heartbeats.ts';
import { type QueueId, queueLabel, queuesOf } from '../../shared/calls/queues.ts';
import type { Emit } from '../../shared/process/log.ts';
import type { RedisClient } from '../../shared/redis/client.ts';
import type { Clock } from '../../shared/redis/clock.ts';

/** `unknown` while Redis does not answer. */
export type WorkerState = 'present' | 'missing' | 'unknown';

const pollMs = 1_000;

/** Time without a worker after which calls are refused. A restarted worker is back before that. */
const graceMs = 3_000;

interface MonitorParts {
  readonly redis: RedisClient;
  readonly clock: Clock;
  readonly emit: Emit;
}

export class WorkerMonitor {
  readonly #redis: RedisClient;
  readonly #clock: Clock;
  readonly #emit: Emit;
  /** Milliseconds of the monotonic clock at which a queue was first seen without a worker. */
  readonly #missingSince = new Map<string, number>();
  readonly #reported = new Set<string>();
  /** Partitions that each queue's workers served when there were any. */
  readonly #partitions = new Map<string, number>();
  readonly #checking: NodeJS.Timeout;

  constructor({ redis, clock, emit }: MonitorParts) {
    this.#redis = redis;
    this.#clock = clock;
    this.#emit = emit;
    this.#checking = setInterval(() => void this.look(), pollMs);
  }

  stop(): void {
    clearInterval(this.#checking);
  }

  /** True if a queue has been without a worker for so long that a call would only time out. */
  isMissing(queue: QueueId): boolean {
    return this.#reported.has(queueLabel(queue));
  }

  /** Number of partitions with workers. Without any worker, the last known number. */
  partitionsOf(queue: QueueId): number {
    return this.#partitions.get(queueLabel(queue)) ?? 1;
  }

  async look(): Promise<ReadonlyMap<string, WorkerState>> {
    const states = await Promise.all(
      queuesOf().map(async (queue) => [queueLabel(queue), await this.#stateOf(queue)] as const),
    );
    for (const [label, state] of states) this.#note(label, state);
    return new Map(states);
  }

  async #stateOf(queue: QueueId): Promise<WorkerState> {
    try {
      const partitions = await partitionsServed(this.#redis, queue, this.#clock.now());
      if (partitions !== undefined) this.#partitions.set(queueLabel(queue), partitions);
      return partitions === undefined ? 'missing' : 'present';
    } catch {
      return 'unknown';
    }
  }

  /** An unknown state changes nothing: an outage of Redis is not one of the workers. */
  #note(label: string, state: WorkerState): void {
    if (state === 'unknown') return;
    if (state === 'present') this.#noteBack(label);
    else this.#noteMissing(label);
  }

  #noteMissing(label: string): void {
    const since = this.#missingSince.get(label) ?? performance.now();
    this.#missingSince.set(label, since);
    if (this.#reported.has(label) || performance.now() - since < graceMs) return;
    this.#reported.add(label);
    this.#emit('workers_missing', { queue: label });
  }

  #noteBack(label: string): void {
    this.#missingSince.delete(label);
    if (this.#reported.delete(label)) this.#emit('workers_back', { queue: label });
  }
}
