import { counted } from '../../shared/contract/values/counted.ts';
import type { SeenStatus } from '../status/readStatuses.ts';

/** Names that `counterfoil status --json` and `/scaling` show. */
export const bottlenecks = [
  'none',
  'process',
  'workers',
  'gateways',
  'machine',
  'key',
  'redis',
  'network',
  'databaseAway',
  'connections',
  'disk',
  'lock',
  'deadlocks',
  'database',
  'commits',
  'pool',
  'numberSequence',
  'account',
  'unclear',
] as const;
export type Bottleneck = (typeof bottlenecks)[number];

export interface Diagnosis {
  readonly bottleneck: Bottleneck;
  /** Queue of the workers or sets, ident of the account, or title of the process. */
  readonly of?: string | undefined;
  /** Id of the process whose silence it is about, of which a warning says the same. */
  readonly processId?: string;
  readonly text: string;
  /** Advice; empty if nothing needs to be done. */
  readonly help: string;
}

/** Example: `gateway (PID 17 on web-1)`. */
export function processName({ title, pid, host }: Pick<SeenStatus, 'title' | 'pid' | 'host'>): string {
  return `${title} (PID ${pid} on ${host})`;
}

/** Example: `94 %`. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** Example: `1 call waits`, `5 calls wait`. */
export function waiting(count: number, thing: string): string {
  return `${counted(count, thing)} ${count === 1 ? 'waits' : 'wait'}`;
}
