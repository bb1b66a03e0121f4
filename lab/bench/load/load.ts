import type { SignedRequest } from '../data/requests.ts';

export interface Load {
  /** Path of the file that the generator's `prepare` wrote. */
  readonly file: string;
  /** Addresses that share the connections evenly. */
  readonly urls: readonly string[];
  readonly connections: number;
  readonly seconds: number;
}

/** `requests` counts every answer; `failed` counts answers other than 200 with `"response":true`. */
export interface LoadResult {
  readonly requests: number;
  readonly failed: number;
  readonly failure?: string;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU seconds of the generator; `threads` is the number of processors that it could use. */
  readonly cpuSeconds: number;
  readonly threads: number;
}

export interface Generator {
  /** Name and version, for the report. */
  readonly name: string;
  prepare(requests: readonly SignedRequest[], file: string): Promise<void>;
  run(load: Load): Promise<LoadResult>;
}
