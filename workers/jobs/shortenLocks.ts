import { partitionKey, type QueueId } from '../../shared/calls/queues.ts';
import type { RedisClient } from '../../shared/redis/client.ts';

/** Jobs whose locks are looked at: more than a worker has in progress. */
const maxJobs = 10_000;

/**
 * Shortens what BullMQ wrote before Redis's clock was set back, and would last for as long as it was set back: the note that
 * nobody need look for the jobs of dead workers, and the locks of jobs. ARGV: the beginning of the keys of jobs, the milliseconds
 * that such a note lasts, those of a lock, the number of jobs.
 */
const script = `
if redis.call('PTTL', KEYS[1]) > tonumber(ARGV[2]) then redis.call('DEL', KEYS[1]) end
for _, id in ipairs(redis.call('LRANGE', KEYS[2], 0, ARGV[4])) do
  local lock = ARGV[1] .. id .. ':lock'
  if redis.call('PTTL', lock) > tonumber(ARGV[3]) then redis.call('PEXPIRE', lock, ARGV[3]) end
end`;

interface Lasting {
  /** Milliseconds, as in BullMQ's options. */
  readonly stalledInterval: number;
  readonly lockDuration: number;
}

/** Lets the jobs of workers that die be taken over as fast as before, in all partitions of these queues. */
export async function shortenLocks(
  redis: RedisClient,
  queues: readonly QueueId[],
  partitions: number,
  { stalledInterval, lockDuration }: Lasting,
): Promise<void> {
  const prefixes = queues.flatMap((queue) =>
    Array.from({ length: partitions }, (_, partition) => partitionKey(queue, partition, redis, '')),
  );
  const lasting = [stalledInterval, lockDuration, maxJobs];
  await Promise.all(
    prefixes.map((prefix) =>
      redis.eval(script, 2, `${prefix}stalled-check`, `${prefix}active`, prefix, ...lasting),
    ),
  );
}
