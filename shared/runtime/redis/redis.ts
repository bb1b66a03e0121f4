import { Cluster, type RedisOptions, Redis as Server } from 'ioredis';
import { type Emit, summarize } from '../process/log.ts';
import { redisErrorKind } from '../redisErrors.ts';
import { placeOf, type RedisAddress, redisAddress } from '../settings/redisAddress.ts';
import type { RedisClient } from './client.ts';
import { connectToCluster } from './clusterConnection.ts';
import { NewestMaster } from './newestMaster.ts';
import { endWheneverDisconnected, keepConnecting, retryStrategy, silenceMs } from './reconnecting.ts';
import { requireUsableRedis } from './redisRequirements.ts';

/**
 * Connection for commands that must fail at once rather than run later unseen: the client queues no command and sends none
 * again. `maxRetriesPerRequest` must be zero: without it, ioredis would never settle commands in flight when a connection
 * breaks.
 */
export function connectToSend(url: string, emit: Emit): RedisClient {
  const failFast = {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  };
  return connect(url, emit, { ...failFast, socketTimeout: silenceMs });
}

/** Commands wait until Redis is back, or block for up to `blockMs`; in a cluster, `connectToBlock` is for the latter. */
export function connectToWait(url: string, emit: Emit, blockMs: number): RedisClient {
  return connect(url, emit, { maxRetriesPerRequest: null, socketTimeout: blockMs + silenceMs });
}

/** Redis did not answer, or refused the connection, at the start. The message is for the operator. */
class RedisUnreachable extends Error {}

const startMs = 10_000;

/**
 * Resolves when the connection is ready and Redis meets the requirements. Throws `RedisUnreachable`: at once for an error that
 * waiting does not change, such as a wrong password; otherwise after some seconds without a connection.
 */
export async function reached(redis: RedisClient): Promise<void> {
  try {
    if (!isConnected(redis)) await becomesReady(redis);
    await requireUsableRedis(redis);
  } catch (error) {
    redis.disconnect();
    throw new RedisUnreachable(`${places.get(redis) ?? 'Redis'} ${(error as Error).message}`);
  }
}

const places = new WeakMap<RedisClient, string>();

/** Rejects with an error whose message continues "Redis at …". */
export function becomesReady(redis: RedisClient, limitMs = startMs): Promise<void> {
  let lastCode = 'no answer';
  return new Promise((resolve, reject) => {
    const end = (error?: Error) => {
      clearTimeout(limit);
      for (const event of ['ready', 'node ready']) redis.off(event, ready);
      for (const event of ['error', 'node error']) redis.off(event, check);
      if (error) reject(error);
      else resolve();
    };
    const ready = () => {
      if (isConnected(redis)) end();
    };
    const check = (error: unknown) => {
      // The error of a cluster without a reachable node contains that of the last node.
      const { lastNodeError = error } = error as { readonly lastNodeError?: unknown };
      lastCode = summarize(lastNodeError).code;
      const { problem } = redisErrorKind(lastNodeError);
      if (problem) end(new Error(problem));
    };
    const silent = () => end(new Error(`does not answer (${lastCode}): is it running? Check REDIS_URL`));
    const limit = setTimeout(silent, limitMs);
    for (const event of ['ready', 'node ready']) redis.on(event, ready);
    for (const event of ['error', 'node error']) redis.on(event, check);
  });
}

/**
 * Resolves when the connection is ready; ends it if it is not ready within `limitMs`. Needed before a stop: commands that wait
 * for a Redis that is away would keep their callers from stopping.
 */
export async function readyOrEnded(redis: RedisClient, limitMs = 1_500): Promise<void> {
  if (isConnected(redis)) return;
  await becomesReady(redis, limitMs).catch(() => redis.disconnect());
}

/** True if commands can be sent: in a cluster, to every master. */
function isConnected(redis: RedisClient): boolean {
  if (!(redis instanceof Cluster) || redis.status !== 'ready') return redis.status === 'ready';
  return redis.nodes('master').every(({ status }) => status === 'ready');
}

type Options = Omit<RedisOptions, 'replyMapping'>;

function connect(url: string, emit: Emit, options: Options): RedisClient {
  const address = redisAddress(url);
  const redis = clientOf(address, options);
  places.set(redis, placeOf(address));
  const emitFailure = (error: unknown) => emit('connection_failed', { to: 'redis', error: summarize(error) });
  // The error of a whole cluster says only that all nodes failed.
  redis.on(redis instanceof Cluster ? 'node error' : 'error', emitFailure);
  return redis;
}

const defaults = { retryStrategy, keepAlive: 10_000, connectTimeout: silenceMs };

function clientOf(address: RedisAddress, options: Options): RedisClient {
  const { kind, nodes, database: db } = address;
  if (kind === 'sentinel')
    return keepConnecting(opened({ ...sentinelOptions(address), ...options, ...defaults, db }));
  const signIn = signInOf(address);
  if (kind === 'server') return opened({ ...nodes[0], ...signIn, ...options, ...defaults, db });
  const waits = options.maxRetriesPerRequest === null;
  // No command blocks here, so none takes longer than this.
  const redisOptions = { ...signIn, ...defaults, socketTimeout: silenceMs, disconnectTimeout: disconnectMs };
  return connectToCluster({ nodes, waits, retryStrategy, redisOptions });
}

function opened(options: Options): Server {
  return endWheneverDisconnected(new Server(options));
}

/** The certificate and its name are always checked. */
function signInOf({ user, password, usesTls, ca }: RedisAddress): Options {
  return {
    ...(user && { username: user }),
    ...(password && { password }),
    ...(usesTls && { tls: ca ? { ca } : {} }),
  };
}

/** Time after which a connection that was asked to end is destroyed: a frozen server never ends it. */
const disconnectMs = 200;

/** Maximum time of a Sentinel to answer: it has nothing else to do. */
const sentinelMs = 1_000;

/** Asks the Sentinels for the master, is told of a fail-over by them, and then connects to the new master. */
function sentinelOptions(address: RedisAddress): Options {
  const { nodes, masterName: name, usesTls, sentinelUser, sentinelPassword } = address;
  const signIn = signInOf(address);
  return {
    ...signIn,
    name,
    sentinels: nodes.map((node) => ({ ...node })),
    disconnectTimeout: disconnectMs,
    ...(sentinelUser && { sentinelUsername: sentinelUser }),
    ...(sentinelPassword && { sentinelPassword }),
    ...(usesTls && {
      enableTLSForSentinelMode: true,
      sentinelTLS: signIn.tls,
    }),
    Connector: NewestMaster,
    failoverDetector: true,
    sentinelRetryStrategy: retryStrategy,
    sentinelCommandTimeout: sentinelMs,
    // 2: connect to the new master, and send the command again.
    reconnectOnError: (error) => (redisErrorKind(error).demoted ? 2 : false),
  };
}
