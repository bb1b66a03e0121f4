import { explain } from '../../shared/runtime/process/explain.ts';
import { pause } from '../../shared/runtime/process/pause.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import type { DatabaseMeter } from '../status/databaseReading.ts';
import { RedisMeter } from '../status/redisMeter.ts';
import { age } from './format.ts';
import { type Meters, type Report, reportOf } from './statusReport.ts';
import { type Totals, totalsOf } from './totals.ts';

export const sampleMs = 2_000;
const measureMs = 500;

export const nothingRead = 'Reading the status from Redis.';

export const historyMs = 15 * 60_000;

/** Totals at a time, in milliseconds since 1970. */
export interface Point extends Totals {
  readonly at: number;
}

export interface Sample {
  readonly report: Report;
  readonly totals: Totals;
  /** Milliseconds since 1970. */
  readonly at: number;
}

interface Outage {
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly reason: string;
}

/** Reads the status every two seconds. Keeps the last one while Redis does not answer, and the totals of 15 minutes. */
export class Sampler {
  readonly #redis: RedisClient;
  readonly #meters: Meters;
  readonly #sampled: () => void;
  readonly #stopping = new AbortController();
  #points: readonly Point[] = [];
  #last: Sample | undefined;
  #outage: Outage | undefined;
  #connectionError = 'no connection yet';

  /** The caller closes the connections. `sampled` is called after each try to read the status. */
  constructor(redis: RedisClient, database?: DatabaseMeter, sampled: () => void = () => {}) {
    this.#redis = redis;
    this.#meters = { redis: new RedisMeter(redis), database };
    this.#sampled = sampled;
    redis.on('error', (error: Error) => {
      this.#connectionError = error.message;
    });
    void this.#run();
  }

  /** Undefined before the first report. */
  get last(): Sample | undefined {
    return this.#last;
  }

  get points(): readonly Point[] {
    return this.#points;
  }

  get isAway(): boolean {
    return this.#outage !== undefined;
  }

  /** Says that Redis does not answer or that nothing was read yet. Empty while the last sample is up to date. */
  problem(now: number): string {
    if (!this.#outage) return this.#last ? '' : nothingRead;
    const { since, reason } = this.#outage;
    const text = `Redis has not answered since ${clock(since)} (${reason}).`;
    return this.#last ? `${text} ${readText(this.#last.at, now)}` : `${text} Nothing was read before.`;
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#sample();
      if (!signal.aborted) this.#sampled();
      await pause(sampleMs - measureMs, signal);
    }
  }

  async #sample(): Promise<void> {
    try {
      const report = await reportOf(this.#redis, this.#meters, measureMs);
      const at = Date.now();
      const totals = totalsOf(report);
      this.#last = { report, totals, at };
      this.#points = [...this.#points.filter((point) => point.at > at - historyMs), { at, ...totals }];
      this.#outage = undefined;
    } catch (error) {
      const reason = this.#redis.status === 'ready' ? explain(error) : this.#connectionError;
      this.#outage = { since: this.#outage?.since ?? Date.now(), reason };
    }
  }
}

function readText(at: number, now: number): string {
  return `What is shown was read at ${clock(at)}, ${age(now - at)} ago.`;
}

/** Local time of day, such as `14:05:09`. */
export function clock(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB');
}
