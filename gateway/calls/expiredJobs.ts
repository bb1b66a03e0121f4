import { partitionKey, type QueueId, queueLabel } from '../../shared/calls/queues.ts';
import type { RedisClient } from '../../shared/redis/client.ts';
import type { Clock } from '../../shared/redis/clock.ts';

const pollMs = 500;

/** Time that a job may stay after its deadline, so that a call that is just being answered is not disturbed. */
const graceMs = 1_000;

/** Maximum jobs removed from a queue at a time, so that Redis is not blocked. */
const maxJobs = 1_000;

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

/**
 * Removes jobs that nobody waits for any more from the queues: those of this gateway, and those of killed gateways. Without a
 * worker they would stay until Redis has no memory for any queue, nor for workers that come back.
 */
export class ExpiredJobs {
  readonly #redis: RedisClient;
  readonly #clock: Clock;
  readonly #queues: readonly QueueId[];
  readonly #partitionsOf: (queue: QueueId) => number;
  /** Highest number of partitions that each queue has had: jobs may be left in partitions without workers. */
  readonly #maxPartitions = new Map<string, number>();
  readonly #checking: NodeJS.Timeout;

  constructor(
    redis: RedisClient,
    clock: Clock,
    queues: readonly QueueId[],
    partitionsOf: (queue: QueueId) => number = () => 1,
  ) {
    this.#redis = redis;
    this.#clock = clock;
    this.#queues = queues;
    this.#partitionsOf = partitionsOf;
    this.#checking = setInterval(() => this.#check(), pollMs);
  }

  stop(): void {
    clearInterval(this.#checking);
  }

  #check(): void {
    for (const queue of this.#queues) {
      const partitions = Math.max(this.#maxPartitions.get(queueLabel(queue)) ?? 1, this.#partitionsOf(queue));
      this.#maxPartitions.set(queueLabel(queue), partitions);
      for (let partition = 0; partition < partitions; partition += 1)
        this.#removeFrom(partitionKey(queue, partition, this.#redis, ''));
    }
  }

  #removeFrom(key: string): void {
    // The next check makes up for one that fails.
    const overdueAt = Math.round(this.#clock.now() - graceMs);
    this.#redis.eval(removeExpired, 1, `${key}wait`, key, overdueAt, maxJobs).catch(() => {});
  }
}
