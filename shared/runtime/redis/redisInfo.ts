import type { Redis } from 'ioredis';

/** Fields of INFO of one server. */
export type RedisInfo = ReadonlyMap<string, string>;

/** Rejects if the server does not answer. */
export async function redisInfo(
  server: Redis,
  section?: 'cpu' | 'memory' | 'replication',
): Promise<RedisInfo> {
  const text = await (section ? server.info(section) : server.info());
  const lines = text.split(/\r?\n/).filter((line) => line.includes(':'));
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]));
}

export function infoNumber(info: RedisInfo, name: string): number | undefined {
  const text = info.get(name);
  return text === undefined ? undefined : Number(text);
}

/** Bytes. */
export interface RedisMemory {
  readonly used: number;
  /** `maxmemory`; 0 means no limit. */
  readonly max: number;
  readonly policy?: string | undefined;
}

/** Rejects if the server does not answer. */
export async function readMemory(server: Redis): Promise<RedisMemory | undefined> {
  return memoryIn(await redisInfo(server, 'memory'));
}

/** Undefined if the server does not report its memory. */
export function memoryIn(info: RedisInfo): RedisMemory | undefined {
  const used = infoNumber(info, 'used_memory');
  const max = infoNumber(info, 'maxmemory');
  return used === undefined || max === undefined
    ? undefined
    : { used, max, policy: info.get('maxmemory_policy') };
}

/** A full Redis that evicts nothing accepts no writes. */
export function refusesWrites({ used, max }: RedisMemory): boolean {
  return max > 0 && used >= max;
}

/** The server whose memory limit is nearest; undefined if none reports its memory. */
export function fullest(memories: readonly (RedisMemory | undefined)[]): RedisMemory | undefined {
  const known = memories.filter((memory) => memory !== undefined);
  return known.toSorted((one, other) => fullness(other) - fullness(one))[0];
}

/** Exceeds 0 only with a memory limit. */
function fullness({ used, max }: RedisMemory): number {
  return max > 0 ? used / max : 0;
}
