import type { ByPart } from '../../../test/support/processResources.ts';
import type { ScenarioName } from '../data/scenarios.ts';
import type { Circumstances } from './circumstances.ts';
import type { MemoryCurve } from './memory.ts';

export interface Results {
  readonly circumstances: Circumstances;
  readonly measurements: readonly Measurement[];
  readonly memory: readonly MemoryCurve[];
}

export interface Measurement {
  readonly system: string;
  readonly scenario: ScenarioName;
  readonly connections: number;
  /** Rows of each table before the turn. */
  readonly rows: number;
  readonly round: number;
  readonly requests: number;
  readonly failed: number;
  readonly failure?: string;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU microseconds per request. */
  readonly cpuMicroseconds: ByPart;
  /** Share of its processors that the generator used: near 1, it is the bottleneck. */
  readonly generatorBusy: number;
  /** Commands per request that clients sent to Redis. */
  readonly redisCommands: number;
  /** Commands per request, including those that scripts called. */
  readonly redisCommandsInScripts: number;
  /** Mean calls of a set; 0 for systems without sets. */
  readonly setSize: number;
  readonly residentMegabytes: ByPart;
}
