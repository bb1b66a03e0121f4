import type { Redis } from 'ioredis';

/** Commands of the benchmark itself. */
const own = new Set(['info', 'config|resetstat', 'monitor', 'auth']);

/** Resets the counters. */
export async function resetCommands(redis: Redis): Promise<void> {
  await redis.config('RESETSTAT');
}

/** How many commands Redis ran since, those inside scripts included. */
export async function countCommands(redis: Redis): Promise<number> {
  const lines = (await redis.info('commandstats')).matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm);
  return [...lines]
    .filter(([, name = '']) => !own.has(name.toLowerCase()))
    .reduce((sum, [, , calls]) => sum + Number(calls), 0);
}
