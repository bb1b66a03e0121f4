import type { Redis } from 'ioredis';
import { explain } from '../../shared/process/explain.ts';
import { ignoreEvents } from '../../shared/process/log.ts';
import { becomesReady, connectToSend } from '../../shared/redis/redis.ts';
import {
  appendOnlyFault,
  deniedFault,
  evictionFault,
  type RedisInfo,
  redisInfo,
} from '../../shared/redis/redisRequirements.ts';
import { hostAndPort, isLoopback, serverAddress } from '../../shared/settings/serverAddress.ts';
import { byteSize } from '../../shared/values/byteSize.ts';
import { checkClock } from './clock.ts';
import { type Finding, fatal, ok, skipped, warn } from './finding.ts';

/** Milliseconds; a role waits longer, since Redis may be starting. */
const answerMs = 3_000;

/** What gateways and workers need of Redis. */
export async function checkRedis(url: string | undefined): Promise<readonly Finding[]> {
  if (!url) return [skipped('redis', 'REDIS_URL is not set')];
  const redis = connectToSend(url, ignoreEvents);
  const { host, port } = serverAddress(url);
  const place = hostAndPort(host, port);
  try {
    await becomesReady(redis, answerMs);
    const denied = await deniedFault(redis);
    if (denied) return [fatal('redis rights', `Redis at ${place} ${denied}`)];
    return await usableFindings(redis, url, place);
  } catch (error) {
    return [fatal('redis', `Redis at ${place} ${explain(error)}`)];
  } finally {
    redis.disconnect();
  }
}

async function usableFindings(redis: Redis, url: string, place: string): Promise<readonly Finding[]> {
  const info = await redisInfo(redis);
  return [
    versionFinding(info, place),
    ok('redis rights', 'gateways and workers have the rights that they need'),
    tlsFinding(url),
    faultFinding('redis policy', evictionFault(info), 'noeviction'),
    faultFinding('redis append-only file', appendOnlyFault(info), 'enabled'),
    memoryFinding(info),
    await checkClock('redis clock', async () => {
      const [seconds, microseconds] = await redis.time();
      return Number(seconds) * 1_000 + Number(microseconds) / 1_000;
    }),
  ];
}

function versionFinding(info: RedisInfo, place: string): Finding {
  const version = info.get('redis_version') ?? '';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const message = `Redis ${version} at ${place}`;
  if (major + minor / 100 >= 6.02) return ok('redis', message);
  return warn('redis', message, 'use Redis 6.2 or newer');
}

function tlsFinding(url: string): Finding {
  const { host, usesTls } = serverAddress(url);
  if (usesTls) return ok('redis TLS', 'the certificate is valid');
  if (isLoopback(host)) return ok('redis TLS', 'not used: the server is on this machine');
  return warn('redis TLS', 'the connection is not encrypted', 'begin REDIS_URL with rediss://');
}

function faultFinding(check: string, fault: string | undefined, good: string): Finding {
  return fault ? fatal(check, `Redis ${fault}`) : ok(check, good);
}

/** How much of its memory may be used. */
const fullShare = 0.8;

function memoryFinding(info: RedisInfo): Finding {
  const [used, max] = [Number(info.get('used_memory')), Number(info.get('maxmemory'))];
  const message = `${byteSize(used)} used${max > 0 ? ` of ${byteSize(max)}` : ', no limit'}`;
  if (max > 0 && used >= max)
    return fatal('redis memory', `${message}: full, it refuses all writes`, 'raise maxmemory');
  if (max === 0 || used < fullShare * max) return ok('redis memory', message);
  return warn('redis memory', message, 'raise maxmemory, or check why workers do not answer calls');
}
