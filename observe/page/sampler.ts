import { setTimeout as pause } from 'node:timers/promises';
import { explain } from '../../shared/runtime/process/explain.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { type Meters, type Report, reportOf } from '../report/statusReport.ts';
import type { DatabaseMeter } from '../status/databaseReading.ts';
import { RedisMeter } from '../status/redisMeter.ts';
import { History, pointOf } from './history.ts';

export const sampleMs = 2_000;
const measureMs = 500;

/** `since` is in milliseconds since 1970. */
export interface Outage {
  readonly since: number;
  readonly reason: string;
}

/** Reads the status every two seconds, and keeps the last one while Redis does not answer. */
export class Sampler {
  readonly history = new History();
  readonly #redis: RedisClient;
  readonly #meters: Meters;
  readonly #stopping = new AbortController();
  #last: { readonly report: Report; readonly at: number } | undefined;
  #outage: Outage | undefined;
  #connectionError = '';

  /** The caller closes the connections. */
  constructor(redis: RedisClient, database?: DatabaseMeter) {
    this.#redis = redis;
    this.#meters = { redis: new RedisMeter(redis), database };
    redis.on('error', (error: Error) => {
      this.#connectionError = error.message;
    });
    void this.#run();
  }

  /** Undefined before the first report. */
  get last(): { readonly report: Report; readonly at: number } | undefined {
    return this.#last;
  }

  get outage(): Outage | undefined {
    return this.#outage;
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#sample();
      await pause(sampleMs - measureMs, undefined, { signal }).catch(() => {});
    }
  }

  async #sample(): Promise<void> {
    try {
      const report = await reportOf(this.#redis, this.#meters, measureMs);
      const at = Date.now();
      this.#last = { report, at };
      this.history.add(pointOf(report, at));
      this.#outage = undefined;
    } catch (error) {
      const reason = this.#redis.status === 'ready' ? explain(error) : this.#connectionError;
      this.#outage = { since: this.#outage?.since ?? Date.now(), reason };
    }
  }
}
