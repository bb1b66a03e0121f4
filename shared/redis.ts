import { Redis, type RedisOptions } from 'ioredis';
import { summarize, type Tell } from './log.ts';

/** Back within a fraction of a second: BullMQ's own strategy waits at least one. */
const retryStrategy = (attempt: number): number => Math.min(20 * 2 ** attempt, 500);

/** Milliseconds without an answer after which a connection counts as dead, however open it looks. */
const silenceMs = 2_000;

/**
 * For commands that must fail at once rather than run later unseen: nothing waits in the client, nothing is sent again by
 * itself. Without a number of retries, which is none, ioredis would never settle what was under way when a connection broke.
 */
export function connectToSend(url: string, tell: Tell): Redis {
  const failFast = {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  };
  return connect(url, tell, { ...failFast, socketTimeout: silenceMs });
}

/** For commands that block for up to `blockMs`, or that wait for Redis to come back. */
export function connectToWait(url: string, tell: Tell, blockMs: number): Redis {
  return connect(url, tell, { maxRetriesPerRequest: null, socketTimeout: blockMs + silenceMs });
}

/** Redis did not answer when a process started; the message is for the operator. */
class RedisUnreachable extends Error {}

const startMs = 10_000;

/** Resolves when the connection is ready; throws `RedisUnreachable` when it is not within some seconds. */
export async function reached(redis: Redis): Promise<void> {
  const { host, port } = redis.options;
  const isReady = redis.status === 'ready' || (await readyWithin(redis, startMs));
  if (isReady) return;
  redis.disconnect();
  throw new RedisUnreachable(
    `Redis at ${host}:${port} does not answer: is it running, and is the password of REDIS_URL right?`,
  );
}

function readyWithin(redis: Redis, milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const limit = setTimeout(resolve, milliseconds, false);
    redis.once('ready', () => {
      clearTimeout(limit);
      resolve(true);
    });
  });
}

function connect(url: string, tell: Tell, options: Omit<RedisOptions, 'replyMapping'>): Redis {
  const redis = new Redis(url, { ...options, retryStrategy, keepAlive: 10_000, connectTimeout: silenceMs });
  redis.on('error', (error) => tell('connection_failed', { to: 'redis', error: summarize(error) }));
  return redis;
}
