import { Redis, type RedisOptions } from 'ioredis';
import { type Emit, summarize } from '../process/log.ts';
import { hostAndPort, serverAddress } from '../settings/serverAddress.ts';
import { requireUsableRedis } from './redisRequirements.ts';

/** Reconnects within a fraction of a second: BullMQ's own strategy waits at least a second. */
const retryStrategy = (attempt: number): number => Math.min(20 * 2 ** attempt, 500);

/** Milliseconds without an answer after which a connection counts as dead, however open it looks. */
const silenceMs = 2_000;

/**
 * For commands that must fail at once rather than run later unseen: the client queues no command and sends none again. The
 * number of retries, zero, is needed: without it, ioredis would never settle commands in flight when a connection breaks.
 */
export function connectToSend(url: string, emit: Emit): Redis {
  const failFast = {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  };
  return connect(url, emit, { ...failFast, socketTimeout: silenceMs });
}

/** For commands that block for up to `blockMs`, or that wait until Redis is back. */
export function connectToWait(url: string, emit: Emit, blockMs: number): Redis {
  return connect(url, emit, { maxRetriesPerRequest: null, socketTimeout: blockMs + silenceMs });
}

/** Redis did not answer, or refused the connection, when a process started; the message is for the operator. */
class RedisUnreachable extends Error {}

const startMs = 10_000;

/**
 * Resolves when the connection is ready, on a Redis that meets the requirements. Throws `RedisUnreachable`: at once for an
 * error that waiting does not change, such as a wrong password; otherwise after some seconds without a connection.
 */
export async function reached(redis: Redis): Promise<void> {
  const { host = '', port = '' } = redis.options;
  try {
    if (redis.status !== 'ready') await becomesReady(redis);
    await requireUsableRedis(redis);
  } catch (error) {
    redis.disconnect();
    throw new RedisUnreachable(`Redis at ${hostAndPort(host, port)} ${(error as Error).message}`);
  }
}

/** What the operator has to change, by the reason of the refusal. */
const refusals: Readonly<Record<string, string>> = {
  WRONGPASS: 'rejects the user or password: check REDIS_URL',
  NOAUTH: 'requires a password: add it to REDIS_URL, as redis://:PASSWORD@HOST',
  NOPERM: 'rejects a command: the user lacks rights, see docs/deploying.md',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'has a certificate for another name: use the name of the certificate in REDIS_URL',
  CERT_HAS_EXPIRED: 'has an expired certificate: renew it',
  ERR_SSL_WRONG_VERSION_NUMBER: 'does not use TLS: check the port, or begin REDIS_URL with redis://',
};

/** OpenSSL's codes for faults of a certificate chain. */
const untrusted = /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|INVALID_CA)/;

function refusalOf(code: string): string | undefined {
  if (untrusted.test(code) && !refusals[code])
    return `has a certificate that is not trusted (${code}): set REDIS_CA_FILE to the certificate of its authority`;
  return refusals[code];
}

/** Resolves when the connection is ready; rejects with an error whose message continues "Redis at …". */
export function becomesReady(redis: Redis, limitMs = startMs): Promise<void> {
  let lastCode = 'no answer';
  return new Promise((resolve, reject) => {
    const end = (error?: Error) => {
      clearTimeout(limit);
      redis.off('ready', ready).off('error', check);
      if (error) reject(error);
      else resolve();
    };
    const ready = () => end();
    const check = (error: unknown) => {
      lastCode = summarize(error).code;
      const refusal = refusalOf(lastCode);
      if (refusal) end(new Error(refusal));
    };
    const silent = () => end(new Error(`does not answer (${lastCode}): is it running? Check REDIS_URL`));
    const limit = setTimeout(silent, limitMs);
    redis.on('ready', ready).on('error', check);
  });
}

type Options = Omit<RedisOptions, 'replyMapping'>;

function connect(url: string, emit: Emit, options: Options): Redis {
  const defaults = { retryStrategy, keepAlive: 10_000, connectTimeout: silenceMs };
  const redis = new Redis({ ...addressOptions(url), ...options, ...defaults });
  redis.on('error', (error) => emit('connection_failed', { to: 'redis', error: summarize(error) }));
  return redis;
}

/** With TLS, the certificate and its name are always checked. */
function addressOptions(url: string): Options {
  const { host, port, user, password, database, usesTls, ca } = serverAddress(url);
  return {
    ...{ host, port, db: Number(database || 0) },
    ...(user && { username: user }),
    ...(password && { password }),
    ...(usesTls && { tls: ca ? { ca } : {} }),
  };
}
