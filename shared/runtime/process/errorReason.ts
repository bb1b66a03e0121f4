/** ioredis gives these errors no code; they are recognized by the beginning of their messages. */
const withoutCode: readonly (readonly [beginning: string, code: string])[] = [
  ['Connection is closed', 'CONNECTION_CLOSED'],
  ["Stream isn't writeable", 'NOT_CONNECTED'],
  ['Socket timeout', 'SOCKET_TIMEOUT'],
  ['connect ETIMEDOUT', 'ETIMEDOUT'],
  ['All sentinels are unreachable', 'NO_SENTINEL'],
  ['Too many Cluster redirections', 'TOO_MANY_REDIRECTIONS'],
];

/** Redis's errors begin with their code: `WRONGPASS invalid username-password pair`. */
const replyCode = /^[A-Z]{3,}(?= |$)/;

/** Code of an error, such as `WRONGPASS`, `ECONNREFUSED` or `ER_DUP_ENTRY`. Messages are not used: they may contain values. */
export function reasonOf(error: Error): string {
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return code;
  const { name, message } = error;
  if (name === 'ReplyError') return replyCode.exec(message)?.[0] ?? name;
  if (typeof code === 'number') return `${name} ${code}`;
  return withoutCode.find(([beginning]) => message.startsWith(beginning))?.[1] ?? name;
}
