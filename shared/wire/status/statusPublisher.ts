import { hostname } from 'node:os';
import { newId } from '../../contract/values/idents.ts';
import { version } from '../../runtime/process/version.ts';
import type { RedisClient } from '../../runtime/redis/client.ts';
import { type Clock, maxStepMs } from '../../runtime/redis/clock.ts';
import { removeWhileConnected } from '../../runtime/redis/reconnecting.ts';
import { fullWindowMs, LoadHistory, measuredLoad } from './loadHistory.ts';
import { LoadMeter } from './loadMeter.ts';
import { type ProcessStatus, statusExpiryKey, statusReportsKey, statusTtlMs } from './processStatus.ts';
import type { RoundTrips } from './roundTrips.ts';
import { sampleMs } from './slidingWindow.ts';

export interface StatusSource {
  readonly role: ProcessStatus['role'];
  readonly title: string;
  /** Called about once a second, before `status`. */
  sample(): void;
  status(): Pick<ProcessStatus, 'gateway' | 'worker'>;
}

/**
 * Publishes the status of this process in Redis about once a second, until it stops. While Redis is away, nothing is sent or
 * queued; the next report follows when it is back.
 */
export class StatusPublisher {
  readonly #redis: RedisClient;
  readonly #clock: Clock;
  readonly #source: StatusSource;
  readonly #load = new LoadMeter();
  readonly #history = new LoadHistory();
  readonly #id = newId();
  readonly #startedAt: number;
  readonly #roundTrips: RoundTrips;
  #publishing: NodeJS.Timeout | undefined;
  #isSending = false;

  constructor(redis: RedisClient, clock: Clock, source: StatusSource, roundTrips: RoundTrips) {
    this.#redis = redis;
    this.#clock = clock;
    this.#source = source;
    this.#roundTrips = roundTrips;
    this.#startedAt = Math.round(clock.now() - process.uptime() * 1_000);
    this.#publishOn();
  }

  /** Removes the status. Without Redis, it expires. */
  async stop(): Promise<void> {
    clearTimeout(this.#publishing);
    await removeWhileConnected(this.#redis, () => this.#remove([this.#id]));
  }

  /**
   * Publishes once a second on average, at random moments: sets of a slow database follow each other in a rhythm, and samples
   * in step with it would always see the same ones run.
   */
  #publishOn(): void {
    this.#publish();
    this.#publishing = setTimeout(() => this.#publishOn(), sampleMs * (0.5 + Math.random()));
  }

  #publish(): void {
    this.#load.sample();
    this.#source.sample();
    if (this.#redis.status !== 'ready' || this.#isSending) return;
    this.#isSending = true;
    // The connection emits its errors; the next report tries again.
    this.#send()
      .catch(() => {})
      .finally(() => {
        this.#isSending = false;
      });
  }

  async #send(): Promise<void> {
    const now = Math.round(this.#clock.now());
    const report = JSON.stringify(this.#status(now), rounded);
    const startedAt = performance.now();
    const results = await this.#redis
      .multi()
      .zadd(statusExpiryKey, now + statusTtlMs, this.#id)
      .pexpire(statusExpiryKey, statusTtlMs + maxStepMs)
      .hset(statusReportsKey, this.#id, report)
      .pexpire(statusReportsKey, statusTtlMs + maxStepMs)
      .zrangebyscore(statusExpiryKey, '-inf', now)
      .exec();
    this.#roundTrips.add(performance.now() - startedAt);
    const expired = results?.at(-1)?.[1] as readonly string[] | undefined;
    if (expired && expired.length > 0) await this.#remove(expired);
  }

  async #remove(ids: readonly string[]): Promise<void> {
    await this.#redis
      .multi()
      .zrem(statusExpiryKey, ...ids)
      .hdel(statusReportsKey, ...ids)
      .exec();
  }

  #status(now: number): ProcessStatus {
    const { role, title } = this.#source;
    const status = this.#source.status();
    const { load } = this.#load;
    if (this.#load.windowMs >= fullWindowMs) this.#history.add(measuredLoad(load.busy, status), now);
    return {
      id: this.#id,
      role,
      title,
      host: hostname(),
      pid: process.pid,
      version,
      startedAt: this.#startedAt,
      reportedAt: now,
      windowMs: Math.round(this.#load.windowMs),
      load,
      redisMs: this.#roundTrips.medianMs,
      redisLate: this.#roundTrips.late,
      loads: this.#history.loads,
      ...status,
    };
  }
}

/** Rounds to six decimals: shares of a quiet process are small, and more decimals would only take room in Redis. */
function rounded(_name: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value;
}
