import type { Limit } from '../../observe/diagnosis/limit.ts';
import type { VerdictCluster } from './verdictCluster.ts';

/** One part of the service, made the limit on purpose. */
export interface Bottleneck {
  readonly name: string;
  /** What the verdict must be. */
  readonly limit: Limit;
  /** The queue or account that it must name, if any. */
  readonly of?: (cluster: VerdictCluster) => string;
  readonly workers: readonly string[];
  /** A module that Node loads before the workers. */
  readonly preload?: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly connections: number;
  /** The requests that the connections send in turn, once the roles run. */
  readonly requests: (cluster: VerdictCluster) => Promise<readonly Buffer[]> | readonly Buffer[];
  /** Makes the part the limit; resolves to what undoes that. */
  readonly harm?: (cluster: VerdictCluster) => Promise<() => Promise<unknown>>;
}
