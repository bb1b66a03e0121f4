import { uptime } from 'node:os';
import type { RedisClient } from './client.ts';
import { queuePrefix } from './queuePrefix.ts';

/** Milliseconds since 1970. */
export interface Clock {
  now(): number;
}

/** The service's time, and the time that Redis says: the same unless Redis's clock was stepped lately. */
export interface ServiceClock extends Clock {
  redisNow(): number;
}

/**
 * Milliseconds. Steps of Redis's clock are bridged while the service's time is no farther away from it. Keys in Redis live for so
 * much longer than they must: their expiry jumps with Redis's clock.
 */
export const maxStepMs = 3_600_000;

/** Milliseconds between two queries of Redis's clock. */
const pollMs = 1_000;

/** Milliseconds. An answer that took longer says too little about the time at which it was given. */
const slowMs = 500;

/** Milliseconds. A smaller difference is no step: it is followed at once. */
const toleranceMs = 1_000;

/** Milliseconds. If no process has agreed with Redis for so long, none runs, or Redis's clock was stepped forward. */
const leapMs = 2 * pollMs;

/**
 * In all of Redis, the offset of the service's time from its clock, how many steps were bridged, and when a process last agreed.
 * In a cluster, all processes ask the master of this key: each node has a clock of its own.
 */
const clockKey = `${queuePrefix}:{clock}`;

const readScript = `
local time = redis.call('TIME')
local kept = redis.call('HMGET', KEYS[1], 'offset', 'steps', 'seen')
return {time[1], time[2], kept[1], kept[2], kept[3]}`;

/**
 * Notes that a process agrees with the time that it read, unless another one has bridged a step since, or the clock may have been
 * stepped since. ARGV: the steps that were read, the new offset after one more, or nothing, the time that was read, and the
 * tolerance. Without a step, the offset shrinks by 5 % of the time that has passed.
 */
const keepScript = `
local kept = redis.call('HMGET', KEYS[1], 'offset', 'steps', 'seen')
if (kept[2] or '') ~= ARGV[1] then return 0 end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if math.abs(now - ARGV[3]) > tonumber(ARGV[4]) then return 0 end
local offset, steps = tonumber(kept[1] or 0), tonumber(kept[2] or 0)
if ARGV[2] == '' then
  local shrunk = math.floor(math.min(math.max(now - tonumber(kept[3] or now), 0), 10000) / 20)
  if offset > 0 then offset = math.max(0, offset - shrunk) else offset = math.min(0, offset + shrunk) end
else
  offset, steps = tonumber(ARGV[2]), steps + 1
end
redis.call('HSET', KEYS[1], 'offset', string.format('%.0f', offset), 'steps', string.format('%.0f', steps),
  'seen', string.format('%.0f', now))
return 1`;

/** What Redis says of the time. */
interface Reading {
  readonly redisNow: number;
  readonly offset: number;
  /** Undefined if Redis knows no offset: it is new, or has lost its data. */
  readonly steps: string | undefined;
  readonly seen: number | undefined;
}

/** The service's time now. Rejects when Redis does not answer. */
export async function serviceTime(redis: RedisClient): Promise<number> {
  const { redisNow, offset } = await read(redis);
  return redisNow + offset;
}

async function read(redis: RedisClient): Promise<Reading> {
  const answer = (await redis.eval(readScript, 1, clockKey)) as readonly (string | null)[];
  const [seconds, microseconds, offset, steps, seen] = answer;
  return {
    redisNow: Number(seconds) * 1_000 + Number(microseconds) / 1_000,
    offset: Number(offset ?? 0),
    steps: steps ?? undefined,
    seen: seen == null ? undefined : Number(seen),
  };
}

/**
 * The service's time, on which all processes agree, whatever the clocks of their hosts say. Deadlines and dates refer to it. It is
 * that of Redis's clock, without its steps: between two queries each process follows the monotonic clock, and a process that finds
 * Redis's clock stepped, or that of the replica which took over, changes the offset for all.
 */
export class SharedClock implements ServiceClock {
  readonly #redis: RedisClient;
  readonly #onStep: (ms: number) => void;
  /** The service's time at which the monotonic clock was 0. */
  #origin = Number.NaN;
  #error = Number.POSITIVE_INFINITY;
  #offset = 0;
  #steps = '0';
  /** Milliseconds that the host has been up for longer than the monotonic clock says. */
  #slept = sleptMs();
  #polling: NodeJS.Timeout | undefined;
  readonly #poll = () => void this.#set().catch(() => {});

  private constructor(redis: RedisClient, onStep: (ms: number) => void) {
    this.#redis = redis;
    this.#onStep = onStep;
  }

  /** Calls back after each step of Redis's clock, with its milliseconds. Rejects when Redis does not answer. */
  static async start(redis: RedisClient, onStep: (ms: number) => void = () => {}): Promise<SharedClock> {
    const clock = new SharedClock(redis, onStep);
    await clock.#set();
    clock.#polling = setInterval(clock.#poll, pollMs).unref();
    redis.on('ready', clock.#poll);
    return clock;
  }

  now(): number {
    return this.#origin + performance.now();
  }

  redisNow(): number {
    return this.now() - this.#offset;
  }

  stop(): void {
    clearInterval(this.#polling);
    this.#redis.off('ready', this.#poll);
  }

  async #set(): Promise<void> {
    const asked = performance.now();
    const reading = await read(this.#redis);
    const answered = performance.now();
    const error = (answered - asked) / 2;
    if (error > slowMs / 2 && error > this.#error) return;
    const origin = reading.redisNow + reading.offset - (asked + answered) / 2;
    const step = this.#stepIn(reading, origin, error);
    if (step === 0) return this.#follow(reading, origin, error);
    // If another process was first, or the clock was stepped again, this changes nothing.
    await this.#keep(reading, Math.round(reading.offset - step));
    return this.#set();
  }

  /** The milliseconds by which Redis's clock was stepped, as far as this process can tell and nobody has bridged it; 0 if it was not. */
  #stepIn(reading: Reading, origin: number, error: number): number {
    const { redisNow, offset, steps, seen } = reading;
    if (Number.isNaN(this.#origin)) {
      // Time can't be before what another process has read.
      const back = seen !== undefined && redisNow < seen - toleranceMs ? redisNow - seen : 0;
      return Math.abs(offset - back) > maxStepMs ? 0 : back;
    }
    const step = origin - this.#origin;
    const allowed = toleranceMs + error + this.#error;
    const slept = sleptMs() - this.#slept;
    this.#slept += slept;
    if (Math.abs(step) <= allowed || Math.abs(offset - step) > maxStepMs) return 0;
    const isBridged = steps !== undefined && steps !== this.#steps;
    const hasSlept = step > 0 && slept > 2 * toleranceMs && step - slept < 2 * allowed;
    // Others have agreed with Redis since: it was this process that stood still.
    const isLate = step > 0 && seen !== undefined && redisNow - seen < step - allowed;
    return isBridged || hasSlept || isLate ? 0 : step;
  }

  async #follow(reading: Reading, origin: number, error: number): Promise<void> {
    const stepped = this.#offset - reading.offset;
    const { steps = '0' } = reading;
    const isStep = this.#steps !== steps && Math.abs(stepped) > toleranceMs;
    const isFirst = Number.isNaN(this.#origin);
    this.#origin = origin;
    this.#error = error;
    this.#offset = reading.offset;
    this.#steps = steps;
    if (isStep && !isFirst) this.#onStep(stepped);
    // A process that starts can't tell a step forward from a time in which none ran: one that runs decides within a poll.
    const isLeap = isFirst && reading.seen !== undefined && reading.redisNow - reading.seen > leapMs;
    if (!isLeap) await this.#keep(reading).catch(() => {}); // such as without memory: the time is known all the same
  }

  #keep({ steps = '', redisNow }: Reading, offset: number | '' = ''): Promise<unknown> {
    return this.#redis.eval(keepScript, 1, clockKey, steps, offset, redisNow, toleranceMs);
  }
}

/** Milliseconds in which the host slept and the monotonic clock stood still, and a constant. */
function sleptMs(): number {
  return uptime() * 1_000 - performance.now();
}
