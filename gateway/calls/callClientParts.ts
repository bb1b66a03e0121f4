import type { Lane } from '../../shared/calls/queues.ts';
import type { Resource } from '../../shared/operations/operation.ts';
import type { Lifecycle } from '../../shared/process/lifecycle.ts';
import type { RedisClient } from '../../shared/redis/client.ts';
import type { ServiceClock } from '../../shared/redis/clock.ts';
import type { AdmissionLimits } from './admission.ts';
import type { JobBatcher } from './jobBatcher.ts';
import type { PauseMonitor } from './pauseMonitor.ts';
import type { PendingCalls } from './pendingCalls.ts';
import type { WorkerMonitor } from './workerMonitor.ts';

export type JobBatchers = Readonly<Record<Lane, ReadonlyMap<Resource, JobBatcher>>>;

export interface CallClientParts {
  readonly deadlineMs: number;
  readonly limits: AdmissionLimits;
  readonly redis: RedisClient;
  readonly jobBatchers: JobBatchers;
  readonly pending: PendingCalls;
  readonly clock: ServiceClock;
  readonly workers: WorkerMonitor;
  readonly pauses: PauseMonitor;
  readonly lifecycle: Lifecycle;
}
