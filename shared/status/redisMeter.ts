import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';

/** What only a reader of the statuses can measure. */
export interface RedisReading {
  /** The share of a processor that Redis used; undefined when it is not known. */
  readonly processor?: number | undefined;
  /** The median round trip of an idle process, in milliseconds. */
  readonly roundTripMs?: number | undefined;
  /** Bytes that it uses, and that it may use: 0 without a limit. */
  readonly memory?: { readonly used: number; readonly max: number } | undefined;
}

/** Milliseconds between two round trips. */
const tripEveryMs = 50;

interface CpuReading {
  readonly at: number;
  /** Seconds of a processor since Redis started; undefined if it does not say. */
  readonly seconds: number | undefined;
}

/** Measures Redis from a process that has nothing else to do, whose own delays don't count. */
export class RedisMeter {
  readonly #redis: Redis;
  #last: CpuReading | undefined;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** What Redis used since the last call, and its round trips during so many milliseconds. Rejects when it does not answer. */
  async measure(ms: number): Promise<RedisReading> {
    const before = this.#last ?? (await this.#cpu());
    const roundTripMs = await this.#roundTrip(ms);
    const after = await this.#cpu();
    this.#last = after;
    return { processor: shareOf(before, after), roundTripMs, memory: await this.#memory() };
  }

  async #roundTrip(ms: number): Promise<number | undefined> {
    const trips: number[] = [];
    for (const end = performance.now() + ms; performance.now() < end; ) {
      const startedAt = performance.now();
      await this.#redis.ping();
      trips.push(performance.now() - startedAt);
      await pause(tripEveryMs);
    }
    return trips.toSorted((one, other) => one - other)[trips.length >> 1];
  }

  async #memory(): Promise<RedisReading['memory']> {
    const info = await this.#redis.info('memory');
    const [used, max] = [valueOf(info, 'used_memory'), valueOf(info, 'maxmemory')];
    return used === undefined || max === undefined ? undefined : { used, max };
  }

  /** Of its main thread, which runs the commands: Redis before 6.2 says only what all of its threads use. */
  async #cpu(): Promise<CpuReading> {
    const info = await this.#redis.info('cpu');
    const at = performance.now();
    const user = valueOf(info, 'used_cpu_user_main_thread') ?? valueOf(info, 'used_cpu_user');
    const system = valueOf(info, 'used_cpu_sys_main_thread') ?? valueOf(info, 'used_cpu_sys');
    return { at, seconds: user === undefined || system === undefined ? undefined : user + system };
  }
}

function valueOf(info: string, name: string): number | undefined {
  const [, text] = new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info) ?? [];
  return text === undefined ? undefined : Number(text);
}

function shareOf(before: CpuReading, after: CpuReading): number | undefined {
  if (before.seconds === undefined || after.seconds === undefined) return undefined;
  return (after.seconds - before.seconds) / ((after.at - before.at) / 1_000);
}
