import type { ScenarioName } from '../data/scenarios.ts';
import type { Part } from '../support/processes.ts';

/** What a system gets to run on. */
export interface RunContext {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly secretKey: Buffer;
  /** For logs. */
  readonly folder: string;
}

/** A system that runs in processes of its own. */
export interface RunningSystem {
  readonly urls: readonly string[];
  readonly parts: readonly Part[];
  /** Logs with `set` events; none where nothing runs in sets. */
  readonly workerLogs: readonly string[];
  stop(): Promise<void>;
}

/** Something that answers the requests of a scenario. */
export interface System {
  readonly name: string;
  start(scenario: ScenarioName, context: RunContext): Promise<RunningSystem>;
}
