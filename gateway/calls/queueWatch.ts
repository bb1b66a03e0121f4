import type { Emit } from '../../shared/runtime/process/log.ts';
import { repeat } from '../../shared/runtime/process/repeat.ts';
import { mastersOf, type RedisClient } from '../../shared/runtime/redis/client.ts';
import type { Clock } from '../../shared/runtime/redis/clock.ts';
import { type RedisMemory, readMemory } from '../../shared/runtime/redis/redisInfo.ts';
import { partitionsServed } from '../../shared/wire/heartbeats.ts';
import { pauseAppliesSeconds, readPauses } from '../../shared/wire/pauses.ts';
import { partitionKey } from '../../shared/wire/queues.ts';
import type { CallQueue } from './callQueue.ts';

/** Intervals of reading free memory, of removing expired jobs, and of reading workers and pauses. */
const memoryPollMs = 250;
const expiryPollMs = 500;
const statePollMs = (pauseAppliesSeconds * 1_000) / 2;

/** Time that a job may stay after its deadline, so that a call that is just being answered is not disturbed. */
const expiredGraceMs = 1_000;

/** Maximum jobs removed from a queue at a time, so that Redis is not blocked. */
const maxExpiredJobs = 1_000;

/** Share of Redis's memory that is reserved for workers: they need some to take jobs and to reply. */
const reservedShare = 0.1;

/** Ratio of a call's memory in Redis to its size in the request. */
const memoryPerByte = 1.5;

/** Policy that loses nothing. */
const noEviction = 'noeviction';

/**
 * Removes the oldest jobs while they are past their deadline. A single script, so that no worker takes one of them meanwhile.
 * It uses only commands that Redis runs without free memory.
 */
const removeExpired = `
  local removed = 0
  while removed < tonumber(ARGV[3]) do
    local id = redis.call('LINDEX', KEYS[1], -1)
    local deadline = id and tonumber(string.match(id, '%-(%d+)$'))
    if not deadline or deadline > tonumber(ARGV[2]) then break end
    redis.call('RPOP', KEYS[1])
    redis.call('UNLINK', ARGV[1] .. id)
    removed = removed + 1
  end
  return removed`;

/** `unknown` while Redis does not answer. */
export type WorkerPresence = 'present' | 'missing' | 'unknown';

export type WorkersByQueue = ReadonlyMap<CallQueue, WorkerPresence>;

interface QueueWatchDependencies {
  readonly redis: RedisClient;
  readonly clock: Clock;
  readonly emit: Emit;
}

/**
 * Reads the state of all queues from Redis: workers, pauses, free memory. While Redis does not answer, the last answer counts.
 * It also removes expired jobs.
 */
export class QueueWatch {
  /**
   * Bytes of calls that a queue may have in Redis: fewer than are free. A queue without workers thus takes half of the memory at
   * most, and the others continue. In a cluster, the fullest master counts.
   */
  maxBytes = Number.POSITIVE_INFINITY;
  readonly #redis: RedisClient;
  readonly #clock: Clock;
  readonly #emit: Emit;
  #queues: readonly CallQueue[] = [];
  /** Highest number of partitions that each queue has had: jobs may be left in partitions without workers. */
  readonly #maxPartitions = new Map<CallQueue, number>();
  #policy = noEviction;
  #stops: readonly (() => void)[] = [];
  #lastReading: Promise<WorkersByQueue> = Promise.resolve(new Map());
  #nextReading: Promise<WorkersByQueue> | undefined;

  constructor({ redis, clock, emit }: QueueWatchDependencies) {
    this.#redis = redis;
    this.#clock = clock;
    this.#emit = emit;
  }

  /** Resolves when the pauses are known: a gateway that restarts accepts no call of a paused queue. Rejects without Redis. */
  async start(queues: readonly CallQueue[]): Promise<void> {
    this.#queues = queues;
    await this.#readPauses();
    void this.#readMemory();
    this.#stops = [
      repeat(memoryPollMs, () => this.#readMemory()),
      repeat(expiryPollMs, () => this.removeExpired()),
      repeat(statePollMs, () => Promise.all([this.readWorkers(), this.#readPauses()])),
    ];
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  /** All who ask during a reading share the next one: anybody may ask for `/readyz` as often as they like. */
  readWorkers(): Promise<WorkersByQueue> {
    this.#nextReading ??= this.#lastReading.then(() => {
      this.#nextReading = undefined;
      return (this.#lastReading = this.#readWorkers());
    });
    return this.#nextReading;
  }

  async #readWorkers(): Promise<WorkersByQueue> {
    const states = await Promise.all(
      this.#queues.map(async (queue) => [queue, await this.#workersOf(queue)] as const),
    );
    return new Map(states);
  }

  /**
   * Removes jobs that nobody waits for any more: those of this gateway, and those of killed gateways. Without a worker they would
   * stay until Redis has no memory for any queue, nor for workers that come back.
   */
  async removeExpired(queues = this.#queues): Promise<void> {
    const removals: Promise<unknown>[] = [];
    const overdueAt = Math.round(this.#clock.now() - expiredGraceMs);
    for (const queue of queues) {
      const partitions = Math.max(this.#maxPartitions.get(queue) ?? 1, queue.partitions.served);
      this.#maxPartitions.set(queue, partitions);
      for (let partition = 0; partition < partitions; partition += 1) {
        const prefix = partitionKey(queue.id, partition, this.#redis, '');
        removals.push(this.#redis.eval(removeExpired, 1, `${prefix}wait`, prefix, overdueAt, maxExpiredJobs));
      }
    }
    // The next round makes up for one that fails.
    await Promise.allSettled(removals);
  }

  async #workersOf(queue: CallQueue): Promise<WorkerPresence> {
    try {
      const partitions = await partitionsServed(this.#redis, queue.id, this.#clock.now());
      const event = queue.noteWorkers(partitions);
      if (event) this.#emit(event, { queue: queue.label });
      return partitions === undefined ? 'missing' : 'present';
    } catch {
      return 'unknown'; // an outage of Redis is not one of the workers
    }
  }

  async #readPauses(): Promise<void> {
    const pauses = await readPauses(this.#redis);
    for (const queue of this.#queues) {
      const before = queue.pause;
      queue.pause = pauses.get(queue.label);
      if (!queue.pause) {
        if (before) this.#emit('queue_resumed', { queue: queue.label });
        continue;
      }
      const { reason, since, until } = queue.pause;
      const end = until === null ? {} : { until: new Date(until).toISOString() };
      if (before?.since !== since) this.#emit('queue_paused', { queue: queue.label, reason, ...end });
    }
  }

  async #readMemory(): Promise<void> {
    try {
      const memories = await Promise.all(mastersOf(this.#redis).map(readMemory));
      this.maxBytes = Math.min(...memories.map(freeOf)) / memoryPerByte;
      this.#notePolicy(memories);
    } catch {
      // Redis is away: its last free memory is the best estimate.
    }
  }

  /** Gateways do not start on a Redis that evicts, but the policy can be changed later. */
  #notePolicy(memories: readonly (RedisMemory | undefined)[]): void {
    const policies = memories.map((memory) => memory?.policy ?? noEviction);
    const policy = policies.find((one) => one !== noEviction) ?? noEviction;
    if (policy !== noEviction && policy !== this.#policy) this.#emit('redis_evicts', { policy });
    this.#policy = policy;
  }
}

function freeOf(memory: RedisMemory | undefined): number {
  const { used, max } = memory ?? { used: 0, max: 0 };
  return max > 0 ? (1 - reservedShare) * max - used : Number.POSITIVE_INFINITY;
}
