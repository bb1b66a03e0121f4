import type { Redis } from 'ioredis';

const own = new Set(['info', 'config|resetstat', 'monitor', 'auth']);

export async function resetCommands(redis: Redis): Promise<void> {
  await redis.config('RESETSTAT');
}

/** Counts the commands that Redis ran since `resetCommands`, including those inside scripts. */
export async function countCommands(redis: Redis): Promise<number> {
  const lines = (await redis.info('commandstats')).matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm);
  return [...lines]
    .filter(([, name = '']) => !own.has(name.toLowerCase()))
    .reduce((sum, [, , calls]) => sum + Number(calls), 0);
}
