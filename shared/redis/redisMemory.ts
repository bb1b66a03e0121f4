import type { Redis } from 'ioredis';

/** The memory of a Redis, in bytes. */
export interface RedisMemory {
  readonly used: number;
  /** `maxmemory`; 0 is no limit. */
  readonly max: number;
  /** `maxmemory-policy`. */
  readonly policy?: string | undefined;
}

/** A full Redis that evicts nothing accepts no writes. */
export function refusesWrites({ used, max }: RedisMemory): boolean {
  return max > 0 && used >= max;
}

/** Reads INFO of one server; undefined if it does not say. Rejects if it does not answer. */
export async function memoryOf(server: Redis): Promise<RedisMemory | undefined> {
  const info = await server.info('memory');
  const [used, max] = [infoNumber(info, 'used_memory'), infoNumber(info, 'maxmemory')];
  const [, policy] = /^maxmemory_policy:(\S+)/m.exec(info) ?? [];
  return used === undefined || max === undefined ? undefined : { used, max, policy };
}

/** A number of the text of INFO. */
export function infoNumber(info: string, name: string): number | undefined {
  const [, text] = new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info) ?? [];
  return text === undefined ? undefined : Number(text);
}
