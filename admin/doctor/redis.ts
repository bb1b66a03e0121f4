import { Cluster, type Redis } from 'ioredis';
import { warnedShare } from '../../observe/report/storageUse.ts';
import { isAtLeast, type Version } from '../../servers/programs/program.ts';
import { byteSize } from '../../shared/contract/values/byteSize.ts';
import { explain } from '../../shared/runtime/process/explain.ts';
import { ignoreEvents } from '../../shared/runtime/process/log.ts';
import { mastersOf, type RedisClient, redisTime, serversOf } from '../../shared/runtime/redis/client.ts';
import { becomesReady, connectToSend } from '../../shared/runtime/redis/redis.ts';
import {
  fullest,
  memoryIn,
  type RedisInfo,
  redisInfo,
  refusesWrites,
} from '../../shared/runtime/redis/redisInfo.ts';
import {
  appendOnlyProblem,
  evictionProblem,
  modeProblem,
  rightsProblem,
} from '../../shared/runtime/redis/redisRequirements.ts';
import { placeOf, redisAddress } from '../../shared/runtime/settings/redisAddress.ts';
import { isLoopback } from '../../shared/runtime/settings/serverAddress.ts';
import { type Finding, fatal, ok, skipped, warn, withoutTls } from '../findings.ts';
import { checkClock } from './clock.ts';

/** A role waits longer, since Redis may be starting. */
const answerMs = 3_000;

export async function checkRedis(url: string | undefined): Promise<readonly Finding[]> {
  if (!url) return [skipped('redis', 'REDIS_URL is not set')];
  const redis = connectToSend(url, ignoreEvents);
  const place = placeOf(redisAddress(url));
  try {
    await becomesReady(redis, answerMs);
    const denied = await rightsProblem(redis);
    if (denied) return [fatal('redis rights', `${place} ${denied}`)];
    return await usableFindings(redis, url, place);
  } catch (error) {
    return [fatal('redis', `${place} ${explain(error)}`)];
  } finally {
    redis.disconnect();
  }
}

async function usableFindings(redis: RedisClient, url: string, place: string): Promise<readonly Finding[]> {
  // Each finding is about the worst server of a cluster.
  const infos = await Promise.all(
    serversOf(redis)
      .filter(isReady)
      .map((server) => redisInfo(server)),
  );
  return [
    versionFinding(infos, place),
    ...(await replicaFindings(redis)),
    ok('redis rights', 'gateways and workers have the rights that they need'),
    tlsFinding(url),
    faultFinding(
      'redis mode',
      worst(infos, (info) => modeProblem(info, redis.isCluster)),
      'as REDIS_URL says',
    ),
    faultFinding('redis policy', worst(infos, evictionProblem), 'noeviction'),
    faultFinding('redis append-only file', worst(infos, appendOnlyProblem), 'enabled'),
    memoryFinding(infos),
    await checkClock('redis clock', () => redisTime(redis)),
  ];
}

function isReady({ status }: Redis): boolean {
  return status === 'ready';
}

function worst(infos: readonly RedisInfo[], faultOf: (info: RedisInfo) => string | undefined) {
  return infos.map(faultOf).find((fault) => fault !== undefined);
}

/** Warns of masters without a replica: if such a master stops, its queues stop too. */
async function replicaFindings(redis: RedisClient): Promise<readonly Finding[]> {
  if (!(redis instanceof Cluster)) return [];
  const masters = mastersOf(redis);
  const infos = await Promise.all(masters.map((master) => redisInfo(master)));
  const alone = masters.filter((_, index) => infos[index]?.get('connected_slaves') === '0');
  const message = `${masters.length} masters`;
  if (alone.length === 0) return [ok('redis cluster', `${message}, each with a replica`)];
  const names = alone.map(({ options: { host, port } }) => `${host}:${port}`).join(', ');
  return [warn('redis cluster', `${message}; no replica of ${names} is connected`, 'add or start one')];
}

/** BullMQ warns below it. */
const oldestWithoutWarning: Version = [6, 2];

function versionFinding(infos: readonly RedisInfo[], place: string): Finding {
  const version = infos.map((info) => info.get('redis_version') ?? '').toSorted(byVersion)[0] ?? '';
  const message = `${place}, version ${version}`;
  if (isAtLeast(version, oldestWithoutWarning)) return ok('redis', message);
  return warn('redis', message, `use Redis ${oldestWithoutWarning.join('.')} or newer`);
}

function byVersion(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

function tlsFinding(url: string): Finding {
  const { nodes, usesTls } = redisAddress(url);
  if (usesTls) return ok('redis TLS', 'the certificate is valid');
  const isLocal = nodes.every(({ host }) => isLoopback(host));
  return withoutTls('redis TLS', isLocal, 'begin REDIS_URL with rediss, such as rediss://');
}

function faultFinding(check: string, fault: string | undefined, good: string): Finding {
  return fault ? fatal(check, `Redis ${fault}`) : ok(check, good);
}

const raise = 'raise maxmemory, see docs/operating.md, "Raise maxmemory"';

function memoryFinding(infos: readonly RedisInfo[]): Finding {
  const memory = fullest(infos.map(memoryIn)) ?? { used: 0, max: 0 };
  const { used, max } = memory;
  const message = `${byteSize(used)} used${max > 0 ? ` of ${byteSize(max)}` : ', no limit'}`;
  if (refusesWrites(memory)) return fatal('redis memory', `${message}: full, it refuses all writes`, raise);
  if (max === 0 || used < warnedShare * max) return ok('redis memory', message);
  return warn('redis memory', message, `${raise}, or check why workers do not answer calls`);
}
