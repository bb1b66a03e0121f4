import { type Resource, resources } from '../../shared/contract/operations/operation.ts';
import { sum } from '../../shared/contract/values/arithmetic.ts';
import type { Lifecycle } from '../../shared/runtime/process/lifecycle.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import type { Clock } from '../../shared/runtime/redis/clock.ts';
import { type Lane, type QueueId, queueLabel, queueOf } from '../../shared/wire/queues.ts';
import type {
  ProcessStatus,
  WorkerLaneStatus,
  WorkerQueueStatus,
} from '../../shared/wire/status/processStatus.ts';
import type { RoundTrips } from '../../shared/wire/status/roundTrips.ts';
import { SlidingWindow } from '../../shared/wire/status/slidingWindow.ts';
import { StatusPublisher, type StatusSource } from '../../shared/wire/status/statusPublisher.ts';
import type { ServedLane } from '../jobs/servedLane.ts';
import { type IdentOf, SequenceWaits } from './sequenceWaits.ts';
import type { SetCounts } from './setCounts.ts';
import type { WorkerState } from './workerGauges.ts';

interface StatusDependencies {
  readonly title: string;
  readonly lanes: readonly ServedLane[];
  readonly monitor: { state(): WorkerState };
  readonly counts: SetCounts;
  readonly identOf: IdentOf;
}

/** Title of a worker in `ps`, in its log and in its status. */
export function workerTitle(served: readonly Resource[], lanes: readonly Lane[]): string {
  const named = served.length === resources.length ? ['all'] : served;
  return ['worker', ...named, ...(lanes.length === 1 ? lanes : [])].join(' ');
}

/** Numbers of a queue. */
const noWork = { busyMs: 0, sets: 0, calls: 0, waiting: 0, running: 0, locked: 0 };

/** Numbers of a lane. */
const noTime = {
  setMs: 0,
  poolMs: 0,
  statementMs: 0,
  commitMs: 0,
  lockMs: 0,
  statements: 0,
  commits: 0,
  used: 0,
  waiting: 0,
};

class WorkerStatusSource implements StatusSource {
  readonly role = 'worker';
  readonly title: string;
  readonly #dependencies: StatusDependencies;
  readonly #sequenceWaits: SequenceWaits;
  readonly #queues = new Map<string, SlidingWindow<typeof noWork>>();
  readonly #lanes = new Map<Lane, SlidingWindow<typeof noTime>>();

  constructor(dependencies: StatusDependencies) {
    this.#dependencies = dependencies;
    this.title = dependencies.title;
    this.#sequenceWaits = new SequenceWaits(dependencies.identOf);
  }

  sample(): void {
    const { lanes, monitor, counts } = this.#dependencies;
    const { queues, pools } = monitor.state();
    for (const { waiting, running, locked, busyMs, ...queue } of queues) {
      const { sets, calls } = counts.of(queue);
      const window = windowOf(this.#queues, queueLabel(queue), noWork);
      window.add({ busyMs, sets, calls, waiting, running, locked });
    }
    for (const { lane, used, waiting, times } of pools) {
      const { statementMs, statements, commitMs, commits, lockMs, poolMs } = times;
      const setMs = sum(queues.filter((queue) => queue.lane === lane).map((queue) => counts.of(queue).ms));
      const spent = { setMs, poolMs, statementMs, commitMs, lockMs };
      windowOf(this.#lanes, lane, noTime).add({ ...spent, statements, commits, used, waiting });
    }
    const coalescers = lanes.flatMap((lane) => lane.queues.flatMap((queue) => queue.coalescers));
    this.#sequenceWaits.add(coalescers.map(({ sequenceWaits }) => sequenceWaits));
  }

  status(): Pick<ProcessStatus, 'worker'> {
    const queues = [...this.#queues].map(([label, window]) => queueStatus(queueOf(label), window));
    const { pools, webhooks, queryIndex } = this.#dependencies.monitor.state();
    const lanes = pools.map(({ lane, max, times: { connectionError } }) => ({
      ...laneStatus(lane, windowOf(this.#lanes, lane, noTime), max),
      connectionError,
    }));
    const { most: sequence } = this.#sequenceWaits;
    const callsPerSecond = sum(queues.map((queue) => queue.callsPerSecond));
    const whole = { ...(webhooks && { webhooks }), ...(queryIndex && { queryIndex }) };
    return { worker: { callsPerSecond, queues, lanes, ...(sequence && { sequence }), ...whole } };
  }
}

function windowOf<Key, Values extends Readonly<Record<string, number>>>(
  windows: Map<Key, SlidingWindow<Values>>,
  key: Key,
  zero: Values,
): SlidingWindow<Values> {
  const window = windows.get(key) ?? new SlidingWindow(zero);
  windows.set(key, window);
  return window;
}

function queueStatus(
  { resource, lane }: QueueId,
  { rates, means }: SlidingWindow<typeof noWork>,
): WorkerQueueStatus {
  const { waiting, running, locked } = means;
  return {
    resource,
    lane,
    busy: rates.busyMs / 1_000,
    waiting,
    running,
    locked,
    setsPerSecond: rates.sets,
    callsPerSecond: rates.calls,
  };
}

function laneStatus(
  lane: Lane,
  { rates, means }: SlidingWindow<typeof noTime>,
  max: number,
): WorkerLaneStatus {
  const { used, waiting } = means;
  return {
    lane,
    sets: rates.setMs / 1_000,
    pool: rates.poolMs / 1_000,
    statements: rates.statementMs / 1_000,
    commits: rates.commitMs / 1_000,
    locks: rates.lockMs / 1_000,
    statementsPerSecond: rates.statements,
    commitsPerSecond: rates.commits,
    connections: { used, max, waiting },
  };
}

interface PublishDependencies extends StatusDependencies {
  readonly redis: RedisClient;
  readonly clock: Clock;
  readonly roundTrips: RoundTrips;
}

export function publishStatus(
  { redis, clock, roundTrips, ...dependencies }: PublishDependencies,
  lifecycle: Lifecycle,
): void {
  const publisher = new StatusPublisher(redis, clock, new WorkerStatusSource(dependencies), roundTrips);
  lifecycle.onStop('status', () => publisher.stop());
}
