import { ignoreEvents } from '../shared/process/log.ts';
import type { RedisClient } from '../shared/redis/client.ts';
import { connectToSend, reached } from '../shared/redis/redis.ts';
import { settings } from '../shared/settings/environment.ts';
import { need } from '../shared/settings/settings.ts';

export async function withRedis<T>(work: (redis: RedisClient) => Promise<T>): Promise<T> {
  const redis = connectToSend(need(settings(), 'redisUrl').redisUrl, ignoreEvents);
  try {
    await reached(redis);
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}
