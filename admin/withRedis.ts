import { ignoreEvents } from '../shared/runtime/process/log.ts';
import type { RedisClient } from '../shared/runtime/redis/client.ts';
import { connectToSend, reached } from '../shared/runtime/redis/redis.ts';
import { settings } from '../shared/runtime/settings/environment.ts';
import { requireSettings } from '../shared/runtime/settings/settings.ts';

export async function withRedis<T>(work: (redis: RedisClient) => Promise<T>): Promise<T> {
  const redis = connectToSend(requireSettings(settings(), 'redisUrl').redisUrl, ignoreEvents);
  try {
    await reached(redis);
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}
