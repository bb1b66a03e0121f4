import { Exposition, metricsOf } from '../../shared/runtime/metrics/metrics.ts';
import type { Monitor, Readiness } from '../../shared/runtime/metrics/metricsServer.ts';
import { processGauges, processState } from '../../shared/runtime/metrics/processGauges.ts';
import type { Lane } from '../../shared/wire/queues.ts';
import type { PoolState } from '../database/pool.ts';
import type { Heartbeat } from '../jobs/heartbeat.ts';
import type { ReplySender } from '../jobs/replySender.ts';
import type { ServedLane, ServedQueue } from '../lanes/servedLane.ts';
import type { LastPurge } from './lastPurge.ts';
import { workerGauges } from './workerGauges.ts';
import type { WorkerMeters } from './workerMeters.ts';
import type { QueueState, WorkerState } from './workerState.ts';

export interface LanePool {
  readonly lane: Lane;
  readonly state: () => PoolState;
  readonly answers: () => Promise<boolean>;
}

interface Parts {
  readonly lanes: readonly ServedLane[];
  readonly pools: readonly LanePool[];
  readonly heartbeat: Heartbeat;
  readonly replies: ReplySender;
  readonly lastPurge: LastPurge;
  readonly meters: WorkerMeters;
}

/** Reports what a worker did, from its events, and what is in it now, from its parts. */
export class WorkerMonitor implements Monitor<WorkerState> {
  readonly #parts: Parts;
  readonly #exposition: Exposition;
  #stopping = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#exposition = new Exposition([
      ...Object.values(parts.meters),
      ...metricsOf(workerGauges, () => this.state()),
      ...metricsOf(processGauges, processState),
    ]);
  }

  stopping(): void {
    this.#stopping = true;
  }

  /** Ready when the database answers and gateways see the heartbeat, which needs Redis. */
  async readiness(): Promise<Readiness> {
    const { pools, heartbeat } = this.#parts;
    const answered = await Promise.all(pools.map(({ answers }) => answers()));
    const [redis, database] = [heartbeat.isSeen, !answered.includes(false)];
    return { ready: redis && database && !this.#stopping, stopping: this.#stopping, redis, database };
  }

  metrics(): Promise<string> {
    return this.#exposition.text();
  }

  state(): WorkerState {
    const { pools, replies, lastPurge } = this.#parts;
    return {
      queues: this.#parts.lanes.flatMap(({ queues }) => queues.map(stateOf)),
      pools: pools.map(({ lane, state }) => ({ lane, ...state() })),
      unsentReplies: replies.unsentLength,
      inbox: lastPurge.inbox,
    };
  }
}

function stateOf({ resource, lane, coalescers, busyTime }: ServedQueue): QueueState {
  let [waiting, running, locked] = [0, 0, 0];
  for (const { state } of coalescers) {
    waiting += state.waiting;
    running += state.running;
    locked += state.locked;
  }
  return { resource, lane, waiting, running, locked, busyMs: busyTime.ms };
}
