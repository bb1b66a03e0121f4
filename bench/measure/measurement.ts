import type { ScenarioName } from '../data/scenarios.ts';
import type { ByPart } from '../support/processes.ts';

/** The measurements of one turn of one system. */
export interface Measurement {
  readonly system: string;
  readonly scenario: ScenarioName;
  readonly connections: number;
  /** In each table, before. */
  readonly rows: number;
  readonly round: number;
  readonly requests: number;
  readonly failed: number;
  readonly failure?: string;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Microseconds of CPU for each request. */
  readonly cpuMicroseconds: ByPart;
  /** Of the processors that the generator could have used, the share that it did: near 1, it is the bottleneck. */
  readonly generatorBusy: number;
  /** Commands that clients sent to Redis, for each request. */
  readonly redisCommands: number;
  /** The same with those that scripts called. */
  readonly redisCommandsInScripts: number;
  /** Calls in a set on average; 0 for systems without sets. */
  readonly setSize: number;
  readonly residentMegabytes: ByPart;
}
