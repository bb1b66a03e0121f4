interface RedisErrorKind {
  /** The node is not the master of the key, and has not run the command. */
  readonly notMaster?: true;
  /** A former master answers so until it is a replica. It has not run the command. */
  readonly demoted?: true;
  /** Redis accepts no writes for a while. */
  readonly passes?: true;
  /** Only the operator can help. The text continues "Redis at …". */
  readonly problem?: string;
}

function untrusted(code: string): RedisErrorKind {
  return {
    problem: `has a certificate that is not trusted (${code}): set REDIS_CA_FILE to the certificate of its authority`,
  };
}

/** Known errors of Redis and of the connection to it, by their code. */
const kinds: Readonly<Record<string, RedisErrorKind>> = {
  MOVED: { notMaster: true },
  ASK: { notMaster: true },
  CLUSTERDOWN: { notMaster: true },
  TRYAGAIN: { notMaster: true },
  MASTERDOWN: { notMaster: true },
  UNBLOCKED: { notMaster: true, demoted: true },
  READONLY: { notMaster: true, demoted: true, passes: true },
  OOM: { passes: true }, // no memory
  MISCONF: { passes: true }, // no disk
  LOADING: { passes: true }, // a restart
  NOREPLICAS: { passes: true }, // too few replicas
  BUSY: { passes: true }, // a long script
  WRONGPASS: { problem: 'rejects the user or password: check REDIS_URL' },
  NOAUTH: { problem: 'requires a password: add it to REDIS_URL, as redis://:PASSWORD@HOST' },
  NOPERM: { problem: 'rejects a command: the user lacks rights, see docs/deploying.md' },
  NO_CLUSTER: { problem: 'is not a cluster: begin REDIS_URL with redis://' },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    problem: 'has a certificate for another name: use the name of the certificate in REDIS_URL',
  },
  CERT_HAS_EXPIRED: { problem: 'has an expired certificate: renew it' },
  ERR_SSL_WRONG_VERSION_NUMBER: {
    problem: 'does not use TLS: check the port, or begin REDIS_URL with redis://',
  },
};

const untrustedCodes =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|INVALID_CA)/;

/** Errors without a code of their own, by the beginning of their messages: one of Redis, and those of ioredis. */
const withoutCode: readonly (readonly [beginning: string, code: string])[] = [
  ['ERR This instance has cluster support disabled', 'NO_CLUSTER'],
  ['Connection is closed', 'CONNECTION_CLOSED'],
  ["Stream isn't writeable", 'NOT_CONNECTED'],
  ['Socket timeout', 'SOCKET_TIMEOUT'],
  ['connect ETIMEDOUT', 'ETIMEDOUT'],
  ['All sentinels are unreachable', 'NO_SENTINEL'],
  ['Too many Cluster redirections', 'TOO_MANY_REDIRECTIONS'],
];

/** Redis's errors begin with their code: `WRONGPASS invalid username-password pair`. */
const replyCode = /^[A-Z]{3,}(?=[ :]|$)/;

/** Code of an error of Redis, of its client or of the connection, such as `WRONGPASS`; undefined for other errors. */
export function redisErrorCode(error: unknown): string | undefined {
  const { code, message = '' } = error as { readonly code?: unknown; readonly message?: string };
  if (typeof code === 'string') return code;
  const named = withoutCode.find(([beginning]) => message.startsWith(beginning))?.[1];
  return named ?? (isReplyError(error) ? replyCode.exec(message)?.[0] : undefined);
}

export function redisErrorKind(error: unknown): RedisErrorKind {
  const code = redisErrorCode(error) ?? '';
  return kinds[code] ?? (untrustedCodes.test(code) ? untrusted(code) : {});
}

/** Redis did not run the command. An error of the connection leaves that open. */
export function isReplyError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ReplyError';
}

/** Redis has no memory left. Waiting does not help: memory is freed only when workers take jobs off the queues. */
export function isOutOfMemory(error: unknown): boolean {
  return redisErrorCode(error) === 'OOM';
}

/** The reason for which a transaction was refused as a whole: the error of its first refused command. */
export function firstCause(error: unknown): unknown {
  return (error as { readonly previousErrors?: readonly unknown[] }).previousErrors?.[0] ?? error;
}
