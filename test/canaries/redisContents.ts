import { Cluster, type Redis } from 'ioredis';
import { mastersOf, type RedisClient } from '../../shared/runtime/redis/client.ts';

/** Returns each key and each value that a Redis holds in all of its databases, or a Redis Cluster. */
export async function contentsOf(redis: RedisClient): Promise<readonly Buffer[]> {
  const contents = await Promise.all(
    mastersOf(redis).map((master) => contentsOfNode(master, redis instanceof Cluster)),
  );
  return contents.flat();
}

async function contentsOfNode(redis: Redis, hasOneDatabase: boolean): Promise<readonly Buffer[]> {
  const [, databases] = (await redis.config('GET', 'databases')) as [string, string];
  const contents: Buffer[] = [];
  for (let database = 0; database < (hasOneDatabase ? 1 : Number(databases)); database += 1) {
    if (!hasOneDatabase) await redis.select(database);
    for (const key of await keysOf(redis)) contents.push(key, ...(await valuesOf(redis, key)));
  }
  return contents;
}

/** Waits for no turn between the pages: what comes and goes meanwhile is looked for again by the caller. */
async function keysOf(redis: Redis): Promise<readonly Buffer[]> {
  const keys: Buffer[] = [];
  for await (const page of redis.scanBufferStream()) keys.push(...(page as Buffer[]));
  return keys;
}

const readings: Readonly<Record<string, (redis: Redis, key: Buffer) => Promise<unknown>>> = {
  none: async () => [], // gone since
  string: (redis, key) => redis.getBuffer(key),
  list: (redis, key) => redis.lrangeBuffer(key, 0, -1),
  set: (redis, key) => redis.smembersBuffer(key),
  zset: (redis, key) => redis.zrangeBuffer(key, '0', '-1'),
  hash: async (redis, key) => Object.entries(await redis.hgetallBuffer(key)),
  stream: (redis, key) => redis.xrangeBuffer(key, '-', '+'),
};

async function valuesOf(redis: Redis, key: Buffer): Promise<readonly Buffer[]> {
  const type = await redis.type(key);
  const reading = readings[type];
  if (!reading) throw new Error(`values of the type ${type} can't be read here yet`);
  return flat(await reading(redis, key));
}

function flat(value: unknown): Buffer[] {
  if (Array.isArray(value)) return value.flatMap(flat);
  if (typeof value === 'string') return [Buffer.from(value)];
  return value instanceof Buffer ? [value] : [];
}
