import type { SignedRequest } from '../data/requests.ts';

/** The requests, their addresses, and for how long they are sent. */
export interface Load {
  /** As the generator's `prepare` wrote it. */
  readonly file: string;
  /** The connections are shared out evenly. */
  readonly urls: readonly string[];
  readonly connections: number;
  readonly seconds: number;
}

/** The result of a load. Answered requests count, whatever the answer; failed ones were not 200 with `"response":true`. */
export interface LoadResult {
  readonly requests: number;
  readonly failed: number;
  /** Status and beginning of an answer that failed. */
  readonly failure?: string;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU seconds of the generator, and how many processors it could have used. */
  readonly cpuSeconds: number;
  readonly threads: number;
}

/** Something that sends prepared requests as fast as they are answered. */
export interface Generator {
  /** Name and version, for the report. */
  readonly name: string;
  prepare(requests: readonly SignedRequest[], file: string): Promise<void>;
  run(load: Load): Promise<LoadResult>;
}
