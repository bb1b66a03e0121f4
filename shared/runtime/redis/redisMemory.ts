import type { Redis } from 'ioredis';

/** Bytes. */
export interface RedisMemory {
  readonly used: number;
  /** `maxmemory`; 0 means no limit. */
  readonly max: number;
  readonly policy?: string | undefined;
}

/** A full Redis that evicts nothing accepts no writes. */
export function refusesWrites({ used, max }: RedisMemory): boolean {
  return max > 0 && used >= max;
}

/** Reads INFO of one server; undefined if it does not report its memory. Rejects if it does not answer. */
export async function memoryOf(server: Redis): Promise<RedisMemory | undefined> {
  const info = await server.info('memory');
  const used = infoNumber(info, 'used_memory');
  const max = infoNumber(info, 'maxmemory');
  const [, policy] = /^maxmemory_policy:(\S+)/m.exec(info) ?? [];
  return used === undefined || max === undefined ? undefined : { used, max, policy };
}

export function infoNumber(info: string, name: string): number | undefined {
  const [, text] = new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info) ?? [];
  return text === undefined ? undefined : Number(text);
}

/** Redis did not run the command. An error of the connection leaves that open. */
export function isReplyError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ReplyError';
}

/** Redis has no memory left. Waiting does not help: memory is freed only when workers take jobs off the queues. */
export function isOutOfMemory(error: unknown): boolean {
  return isReplyError(error) && error.message.startsWith('OOM');
}
