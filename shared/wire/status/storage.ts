import type { RedisClient } from '../../runtime/redis/client.ts';
import { queuePrefix } from '../queues.ts';

/** Sizes in bytes, as a worker measures them about once a minute. */
export interface StorageSample {
  /** Redis's clock, in milliseconds since 1970. */
  readonly at: number;
  /** Memory of Redis; of the fullest master in a cluster. Undefined if it does not report it. */
  readonly redis?: number | undefined;
  /** Rows and indexes of each table, as the database estimates them. */
  readonly tables: Readonly<Record<string, number>>;
}

/** The latest sample, and the one about an hour before it: their difference is the growth. */
export interface StorageSamples {
  readonly last: StorageSample;
  readonly first: StorageSample;
}

const key = `${queuePrefix}:{status}:storage`;
const maxSamples = 61;
const ttlMs = 7_200_000;

export async function addStorageSample(redis: RedisClient, sample: StorageSample): Promise<void> {
  await redis
    .multi()
    .lpush(key, JSON.stringify(sample))
    .ltrim(key, 0, maxSamples - 1)
    .pexpire(key, ttlMs)
    .exec();
}

/** Resolves to undefined before the first sample. Rejects if Redis does not answer. */
export async function readStorageSamples(redis: RedisClient): Promise<StorageSamples | undefined> {
  const [last, first] = await Promise.all([redis.lindex(key, 0), redis.lindex(key, -1)]);
  return last && first ? { last: JSON.parse(last), first: JSON.parse(first) } : undefined;
}
