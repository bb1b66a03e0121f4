import { partitionsServed } from '../../shared/calls/heartbeats.ts';
import { type QueueId, queueLabel, queuesOf } from '../../shared/calls/queues.ts';
import type { Emit } from '../../shared/process/log.ts';
import type { RedisClient } from '../../shared/redis/client.ts';
import type { Clock } from '../../shared/redis/clock.ts';

/** Whether a queue has a worker; unknown while Redis can't be asked. */
export type WorkerState = 'present' | 'missing' | 'unknown';

/** Milliseconds between two checks. */
const pollMs = 1_000;

/**
 * Milliseconds without a worker after which calls are refused: a worker that is started again is back before that, and
 * calls that wait for it are answered.
 */
const graceMs = 3_000;

interface MonitorParts {
  readonly redis: RedisClient;
  /** The clock of the workers' heartbeats. */
  readonly clock: Clock;
  readonly emit: Emit;
}

/** Knows which queues have no worker, from the heartbeats of the workers. */
export class WorkerMonitor {
  readonly #redis: RedisClient;
  readonly #clock: Clock;
  readonly #emit: Emit;
  /** When a queue was first seen without a worker, by the monotonic clock. */
  readonly #missingSince = new Map<string, number>();
  /** Queues that were reported as missing their workers. */
  readonly #reported = new Set<string>();
  /** The partitions of each queue that its workers served when there were any. */
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

  /** Whether a queue has been without a worker for so long that a call would only time out. */
  isMissing(queue: QueueId): boolean {
    return this.#reported.has(queueLabel(queue));
  }

  /** How many partitions of a queue have workers. While there are no workers at all, what they served before. */
  partitionsOf(queue: QueueId): number {
    return this.#partitions.get(queueLabel(queue)) ?? 1;
  }

  /** Asks for the workers of all queues; resolves to their states, by the queues' labels. */
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
