import { createHash } from 'node:crypto';
import { Cluster, type Redis } from 'ioredis';
import { queuePrefix } from '../queueNames.ts';
import { firstCause, isReplyError, redisErrorCode } from '../redisErrors.ts';
import { masterOf, mastersOf, type RedisClient, serversOf } from './client.ts';
import { type RedisInfo, redisInfo } from './redisInfo.ts';

/** Throws an error whose message continues "Redis at …" if this Redis would lose calls, or refuse commands. */
export async function requireUsableRedis(redis: RedisClient): Promise<void> {
  const denied = await rightsProblem(redis);
  if (denied) throw new Error(denied);
  const isCluster = redis instanceof Cluster;
  // An unreachable replica may be about to come back.
  for (const server of serversOf(redis).filter(({ status }) => status === 'ready')) {
    const info = await redisInfo(server);
    const problem = modeProblem(info, isCluster) ?? evictionProblem(info) ?? appendOnlyProblem(info);
    if (problem) throw new Error(isCluster ? `${nameOf(server)}: ${problem}` : problem);
  }
}

function nameOf({ options: { host, port } }: Redis): string {
  return `node ${host}:${port}`;
}

/** A node of a cluster answers most commands of a non-cluster client with MOVED. */
export function modeProblem(info: RedisInfo, isCluster: boolean): string | undefined {
  if (isCluster || info.get('redis_mode') !== 'cluster') return undefined;
  return 'is a node of a Redis Cluster: begin REDIS_URL with redis+cluster://';
}

/** A Redis with full memory must refuse new calls rather than lose queued ones. */
export function evictionProblem(info: RedisInfo): string | undefined {
  const policy = info.get('maxmemory_policy') ?? 'noeviction';
  if (policy === 'noeviction') return undefined;
  return `evicts keys (maxmemory-policy ${policy}), so calls get lost: set maxmemory-policy noeviction`;
}

/** Some servers with Redis's protocol do not report whether they have an append-only file. */
export function appendOnlyProblem(info: RedisInfo): string | undefined {
  if (info.get('aof_enabled') !== '0') return undefined;
  return 'has no append-only file, so a restart loses queued calls: set appendonly yes';
}

/** Rights that the user of this connection lacks; undefined if it has all that gateways and workers need. */
export async function rightsProblem(redis: RedisClient): Promise<string | undefined> {
  if (!(redis instanceof Cluster)) return problemOf(await deniedCommands(redis, triedKey));
  // Each node has its own users.
  for (const master of mastersOf(redis)) {
    const problem = problemOf(await deniedCommands(master, keyAt(redis, master)));
    if (problem) return `${nameOf(master)}: ${problem}`;
  }
  return undefined;
}

function problemOf(denied: readonly string[]): string | undefined {
  if (denied.length === 0) return undefined;
  return `does not allow this user to run ${denied.join(', ')} on ${queuePrefix}:*: grant it, see docs/deploying.md`;
}

function keyAt(cluster: Cluster, { options: { host, port } }: Redis): string {
  const keys = Array.from({ length: maxTriedKeys }, (_, index) => `${queuePrefix}:{check.${index}}:nothing`);
  return keys.find((key) => masterOf(cluster, key) === `${host}:${port}`) ?? triedKey;
}

/** Enough that each of hundreds of masters has the slot of at least one key. */
const maxTriedKeys = 4_096;

/** Tries the commands instead of reading the ACL: only the server knows how its rules combine. */
async function deniedCommands(redis: Redis, key: string): Promise<readonly string[]> {
  const direct: Readonly<Record<string, () => Promise<unknown>>> = {
    INFO: () => redis.info('server'),
    TIME: () => redis.time(),
    'MULTI, EXEC': () => redis.multi().exists(key).exec(),
    EVAL: () => redis.eval(trial, 1, key),
    EVALSHA: () => redis.evalsha(trialSha, 1, key),
  };
  const denied: string[] = [];
  for (const [name, run] of Object.entries(direct)) if (await isDenied(run)) denied.push(name);
  if (denied.length > 0) return denied;
  return (await redis.eval(trial, 1, key).catch(passing)) as string[];
}

async function isDenied(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return false;
  } catch (error) {
    if (redisErrorCode(firstCause(error)) === 'NOPERM') return true;
    passing(error);
    return false;
  }
}

/** Other errors, such as full memory, do not show missing rights. Rethrows errors that are not from Redis. */
function passing(error: unknown): readonly string[] {
  if (isReplyError(error)) return [];
  throw error;
}

const triedKey = `${queuePrefix}:{check}:nothing`;

/**
 * Every command that Counterfoil and BullMQ send, or call in scripts, on a key that stays empty. A failure for another reason,
 * such as full memory, does not mean that rights are missing.
 */
const trial = `
local key = KEYS[1]
local tried = {
  {'SET', key, 1, 'EX', 1}, {'INCR', key}, {'INCRBY', key, 1}, {'GET', key}, {'EXISTS', key}, {'TYPE', key},
  {'EXPIRE', key, 1}, {'PEXPIRE', key, 1000}, {'PTTL', key}, {'TTL', key}, {'DEL', key},
  {'HSET', key, 'f', 1}, {'HMSET', key, 'f', 1}, {'HINCRBY', key, 'f', 1}, {'HGET', key, 'f'}, {'HMGET', key, 'f'},
  {'HGETALL', key}, {'HEXISTS', key, 'f'}, {'HDEL', key, 'f'},
  {'LPUSH', key, 1}, {'LLEN', key}, {'LRANGE', key, 0, 1}, {'RPOPLPUSH', key, key}, {'LREM', key, 1, 1},
  {'RPUSH', key, 1}, {'RPOP', key},
  {'SADD', key, 1}, {'SCARD', key}, {'SMEMBERS', key}, {'SREM', key, 1},
  {'ZADD', key, 1, 1}, {'ZCARD', key}, {'ZSCORE', key, 1}, {'ZRANGE', key, 0, 1}, {'ZRANGEBYSCORE', key, 0, 1},
  {'ZPOPMIN', key}, {'BZPOPMIN', key, 0}, {'ZREM', key, 1},
  {'XADD', key, '*', 'f', 1}, {'XTRIM', key, 'MAXLEN', 0}, {'XREAD', 'STREAMS', key, '0-0'}, {'DEL', key}
}
local denied = {}
for _, command in ipairs(tried) do
  local answer = redis.pcall(unpack(command))
  if type(answer) == 'table' and answer.err and (answer.err:find('executing the script') or answer.err:find('NOPERM')) then
    denied[#denied + 1] = command[1]
  end
end
return denied`;

const trialSha = createHash('sha1').update(trial).digest('hex');
