import { Redis } from 'ioredis';

/** All that a Redis holds, in all of its databases: each key and, of each type, each value. */
export async function contentsOf(url: string): Promise<readonly Buffer[]> {
  const redis = new Redis(url);
  try {
    const [, databases] = (await redis.config('GET', 'databases')) as [string, string];
    const contents: Buffer[] = [];
    for (let database = 0; database < Number(databases); database += 1) {
      await redis.select(database);
      for (const key of await keysOf(redis)) contents.push(key, ...(await valuesOf(redis, key)));
    }
    return contents;
  } finally {
    redis.disconnect();
  }
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
