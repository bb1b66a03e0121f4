import type { Part } from '../../../test/support/processResources.ts';
import type { ScenarioName } from '../data/scenarios.ts';

export interface RunContext {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly secretKey: Buffer;
  readonly folder: string;
}

export interface RunningSystem {
  readonly urls: readonly string[];
  readonly parts: readonly Part[];
  /** Paths of the workers' logs, which hold their `set` events, if any. */
  readonly workerLogs: readonly string[];
  stop(): Promise<void>;
}

export interface System {
  readonly name: string;
  start(scenario: ScenarioName, context: RunContext): Promise<RunningSystem>;
}
