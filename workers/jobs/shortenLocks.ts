import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { queuePrefix } from '../../shared/wire/queues.ts';

/** Limit above the number of jobs that a worker has in progress. */
const maxJobs = 10_000;

/**
 * Shortens keys that BullMQ wrote before Redis's clock was set back. They would live longer by the same time. They are the note
 * that the jobs of dead workers need no check, and the locks of jobs. ARGV: the prefix of the keys of jobs, the milliseconds of
 * the note, the milliseconds of a lock, the number of jobs.
 */
const script = `
if redis.call('PTTL', KEYS[1]) > tonumber(ARGV[2]) then redis.call('DEL', KEYS[1]) end
for _, id in ipairs(redis.call('LRANGE', KEYS[2], 0, ARGV[4])) do
  local lock = ARGV[1] .. id .. ':lock'
  if redis.call('PTTL', lock) > tonumber(ARGV[3]) then redis.call('PEXPIRE', lock, ARGV[3]) end
end`;

export interface LockedQueue {
  /** Name of the queue with the braces of its keys. */
  readonly name: string;
  /** Milliseconds, as in BullMQ's options. */
  readonly stalledInterval: number;
  readonly lockDuration: number;
}

/** Lets the jobs of dead workers be taken over in the usual time after Redis's clock was set back. */
export async function shortenLocks(redis: RedisClient, queues: readonly LockedQueue[]): Promise<void> {
  await Promise.all(
    queues.map(({ name, stalledInterval, lockDuration }) => {
      const prefix = `${queuePrefix}:${name}:`;
      const keys = [`${prefix}stalled-check`, `${prefix}active`];
      return redis.eval(script, keys.length, ...keys, prefix, stalledInterval, lockDuration, maxJobs);
    }),
  );
}
