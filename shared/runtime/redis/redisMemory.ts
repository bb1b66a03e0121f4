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
  const [used, max] = [infoNumber(info, 'used_memory'), infoNumber(info, 'maxmemory')];
  const [, policy] = /^maxmemory_policy:(\S+)/m.exec(info) ?? [];
  return used === undefined || max === undefined ? undefined : { used, max, policy };
}

export function infoNumber(info: string, name: string): number | undefined {
  const [, text] = new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info) ?? [];
  return text === undefined ? undefined : Number(text);
}
