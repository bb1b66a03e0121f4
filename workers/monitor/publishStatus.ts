import { StatusPublisher } from '../../observe/status/statusPublisher.ts';
import type { Lifecycle } from '../../shared/runtime/process/lifecycle.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import type { Clock } from '../../shared/runtime/redis/clock.ts';
import type { Lane } from '../../shared/wire/queues.ts';
import type { StatementTimes } from '../database/statementTimes.ts';
import type { ServedLane } from '../lanes/servedLane.ts';
import { type IdentOf, SequenceWaits } from './sequenceWaits.ts';
import type { WorkerState } from './workerState.ts';
import { type SetCounts, WorkerStatusSource } from './workerStatus.ts';

interface Parts {
  readonly title: string;
  readonly redis: RedisClient;
  readonly clock: Clock;
  readonly lanes: readonly ServedLane[];
  readonly monitor: { state(): WorkerState };
  readonly times: ReadonlyMap<Lane, StatementTimes>;
  readonly counts: SetCounts;
  readonly identOf: IdentOf;
}

export function publishStatus(
  { redis, clock, lanes, monitor, identOf, ...parts }: Parts,
  lifecycle: Lifecycle,
): void {
  const coalescers = lanes.flatMap(({ queues }) => queues.flatMap((queue) => queue.coalescers));
  const waits = () => coalescers.map(({ sequenceWaits }) => sequenceWaits);
  const state = () => monitor.state();
  const sequenceWaits = new SequenceWaits(identOf);
  const source = new WorkerStatusSource({ ...parts, state, waits, sequenceWaits });
  const publisher = new StatusPublisher(redis, clock, source);
  lifecycle.onStop('status', () => publisher.stop());
}
