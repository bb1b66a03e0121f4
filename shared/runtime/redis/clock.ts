import { uptime } from 'node:os';
import { repeat } from '../process/repeat.ts';
import { clockKey, type RedisClient } from './client.ts';

/** Milliseconds since 1970. */
export interface Clock {
  now(): number;
}

/** `now` and `redisNow` are equal unless Redis's clock was stepped recently. */
export interface ServiceClock extends Clock {
  redisNow(): number;
}

/**
 * Maximum difference between the service's time and Redis's clock up to which steps are bridged. Keys in Redis live longer by
 * this time than they must, since their expiry jumps with Redis's clock.
 */
export const maxStepMs = 3_600_000;

const pollMs = 1_000;

/** Slower answers are ignored: they do not say precisely when the time was read. */
const slowMs = 500;

/** A smaller difference is not a step: it is followed at once. */
const toleranceMs = 1_000;

/** No process has agreed with Redis for this time: none runs, or Redis's clock was stepped forward. */
const leapMs = 2 * pollMs;

const readScript = `
local time = redis.call('TIME')
local kept = redis.call('HMGET', KEYS[1], 'offset', 'steps', 'seen')
return {time[1], time[2], kept[1], kept[2], kept[3]}`;

/**
 * Notes that a process agrees with the time it read, unless another process has bridged a step since, or the clock may have
 * been stepped since. ARGV: the number of steps that was read; the new offset after another step, or nothing; the time that was
 * read; the tolerance. Without a step, the offset shrinks by 5 % of the time that has passed.
 */
const agreementScript = `
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

interface Reading {
  readonly redisNow: number;
  readonly offset: number;
  /** Undefined if Redis knows no offset: it is new, or has lost its data. */
  readonly steps: string | undefined;
  readonly seen: number | undefined;
}

/** Rejects if Redis does not answer. */
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
 * The service's time, on which all processes agree, whatever the clocks of their hosts say. Deadlines and dates refer to it. It
 * follows Redis's clock without its steps: between two queries each process uses the monotonic clock. A process that finds
 * Redis's clock stepped, or that of the replica that took over, changes the offset for all.
 */
export class SharedClock implements ServiceClock {
  readonly #redis: RedisClient;
  readonly #onStep: (ms: number) => void;
  /** Service's time at which the monotonic clock was 0. */
  #origin = Number.NaN;
  #error = Number.POSITIVE_INFINITY;
  #offset = 0;
  #steps = '0';
  /** Milliseconds by which the host's uptime exceeds the monotonic clock. */
  #slept = sleptMs();
  #stopPolling = () => {};
  readonly #poll = () => void this.#set().catch(() => {});

  private constructor(redis: RedisClient, onStep: (ms: number) => void) {
    this.#redis = redis;
    this.#onStep = onStep;
  }

  /** `onStep` gets the milliseconds of each step of Redis's clock. Rejects if Redis does not answer. */
  static async start(redis: RedisClient, onStep: (ms: number) => void = () => {}): Promise<SharedClock> {
    const clock = new SharedClock(redis, onStep);
    await clock.#set();
    clock.#stopPolling = repeat(pollMs, () => clock.#set());
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
    this.#stopPolling();
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
    // Changes nothing if another process was first, or the clock was stepped again.
    await this.#noteAgreement(reading, Math.round(reading.offset - step));
    return this.#set();
  }

  /** Milliseconds of the step; 0 without one, if another process has bridged it, or if this process can't tell. */
  #stepIn(reading: Reading, origin: number, error: number): number {
    const { redisNow, offset, steps, seen } = reading;
    if (Number.isNaN(this.#origin)) {
      // The time can't be earlier than another process has read.
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
    // Other processes have agreed with Redis since: this process stood still.
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
    // A starting process can't tell a step forward from a time in which no process ran. A running process decides within a
    // poll.
    const isLeap = isFirst && reading.seen !== undefined && reading.redisNow - reading.seen > leapMs;
    if (!isLeap) await this.#noteAgreement(reading).catch(() => {}); // such as without memory: the time is known all the same
  }

  #noteAgreement({ steps = '', redisNow }: Reading, offset: number | '' = ''): Promise<unknown> {
    return this.#redis.eval(agreementScript, 1, clockKey, steps, offset, redisNow, toleranceMs);
  }
}

/** Milliseconds in which the host slept and the monotonic clock stood still, plus a constant. */
function sleptMs(): number {
  return uptime() * 1_000 - performance.now();
}
