import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { mastersOf, type RedisClient } from '../../shared/runtime/redis/client.ts';
import {
  fullest,
  infoNumber,
  type RedisMemory,
  readMemory,
  redisInfo,
} from '../../shared/runtime/redis/redisInfo.ts';
import { hostAndPort } from '../../shared/runtime/settings/serverAddress.ts';

export interface RedisReading {
  /** Share of a processor that Redis used; undefined if unknown. */
  readonly processor?: number | undefined;
  /** Median round trip of an idle process, in milliseconds. */
  readonly roundTripMs?: number | undefined;
  readonly memory?: RedisMemory | undefined;
  /** Replicas of all masters. */
  readonly replicas?: readonly RedisReplica[] | undefined;
}

export interface RedisReplica {
  /** Host and port. */
  readonly place: string;
  /** Seconds since its last message, which it sends each second. */
  readonly lagSeconds: number;
  /** Bytes that the master has written and the replica has not confirmed. */
  readonly behindBytes: number;
}

const tripEveryMs = 50;

interface CpuReading {
  readonly at: number;
  /** Processor seconds since the start of Redis; undefined if it does not report them. */
  readonly seconds: number | undefined;
}

/** Keyed by server, since the masters of a cluster change. */
type CpuReadings = ReadonlyMap<Redis, CpuReading>;

/**
 * Measures Redis from a process that has nothing else to do, whose own delays do not count. In a cluster, each number is the
 * highest of all masters: one busy master is a limit, however idle the others are.
 */
export class RedisMeter {
  readonly #redis: RedisClient;
  #last: CpuReadings | undefined;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /** Use of Redis since the last call, and its round trips during `ms` milliseconds. Rejects if Redis does not answer. */
  async measure(ms: number): Promise<RedisReading> {
    const before = this.#last ?? (await this.#cpu());
    const roundTripMs = await this.#roundTrip(ms);
    const after = await this.#cpu();
    this.#last = after;
    return {
      processor: highestShare(before, after),
      roundTripMs,
      memory: await this.#memory(),
      replicas: await this.#replicas(),
    };
  }

  async #roundTrip(ms: number): Promise<number | undefined> {
    const trips: number[] = [];
    for (const end = performance.now() + ms; performance.now() < end; ) {
      const startedAt = performance.now();
      await Promise.all(mastersOf(this.#redis).map((master) => master.ping()));
      trips.push(performance.now() - startedAt);
      await delay(tripEveryMs);
    }
    return trips.toSorted((one, other) => one - other)[trips.length >> 1];
  }

  async #memory(): Promise<RedisReading['memory']> {
    return fullest(await Promise.all(mastersOf(this.#redis).map(readMemory)));
  }

  async #replicas(): Promise<readonly RedisReplica[]> {
    return (await Promise.all(mastersOf(this.#redis).map(replicasOf))).flat();
  }

  async #cpu(): Promise<CpuReadings> {
    const masters = mastersOf(this.#redis);
    const readings = await Promise.all(masters.map(async (master) => [master, await cpuOf(master)] as const));
    return new Map(readings);
  }
}

/** Use of the main thread, which runs the commands. Redis before 6.2 reports only all threads together. */
async function cpuOf(master: Redis): Promise<CpuReading> {
  const info = await redisInfo(master, 'cpu');
  const at = performance.now();
  const user = infoNumber(info, 'used_cpu_user_main_thread') ?? infoNumber(info, 'used_cpu_user');
  const system = infoNumber(info, 'used_cpu_sys_main_thread') ?? infoNumber(info, 'used_cpu_sys');
  return { at, seconds: user === undefined || system === undefined ? undefined : user + system };
}

const onlineReplica = /^ip=([^,]+),port=(\d+),state=online,offset=(\d+),lag=(\d+)/;

async function replicasOf(master: Redis): Promise<readonly RedisReplica[]> {
  const info = await redisInfo(master, 'replication');
  const written = infoNumber(info, 'master_repl_offset') ?? 0;
  return [...info].flatMap(([name, replica]) => {
    const [, host, port, offset, lag] = (name.startsWith('slave') && onlineReplica.exec(replica)) || [];
    if (!host || !port) return [];
    const behindBytes = Math.max(0, written - Number(offset));
    return { place: hostAndPort(host, port), lagSeconds: Number(lag), behindBytes };
  });
}

function highestShare(before: CpuReadings, after: CpuReadings): number | undefined {
  const shares = [...after].flatMap(([master, reading]) => {
    const earlier = before.get(master);
    return earlier ? (shareOf(earlier, reading) ?? []) : [];
  });
  return shares.length > 0 ? Math.max(...shares) : undefined;
}

function shareOf(before: CpuReading, after: CpuReading): number | undefined {
  if (before.seconds === undefined || after.seconds === undefined) return undefined;
  return (after.seconds - before.seconds) / ((after.at - before.at) / 1_000);
}
