import { Exposition, metricsOf } from '../../shared/runtime/metrics/metrics.ts';
import type { Monitor, Readiness } from '../../shared/runtime/metrics/metricsServer.ts';
import { processGauges, processState } from '../../shared/runtime/metrics/processGauges.ts';
import type { Heartbeat } from '../../shared/runtime/redis/heartbeat.ts';
import type { Lane } from '../../shared/wire/queues.ts';
import type { RoundTrips } from '../../shared/wire/status/roundTrips.ts';
import { isReachable, type PoolState, poolState, watchWaits } from '../database/pool.ts';
import type { StatementTimes } from '../database/statementTimes.ts';
import type { ReplySender } from '../jobs/replySender.ts';
import type { ServedLane, ServedQueue } from '../jobs/servedLane.ts';
import type { DeliveryQueue } from '../webhooks/deliveryQueue.ts';
import type { LastPurge } from './lastPurge.ts';
import type { QueryIndexLag } from './queryIndexLag.ts';
import { type WorkerQueueState, type WorkerState, workerGauges } from './workerGauges.ts';
import type { WorkerMeters } from './workerMeters.ts';

/** The database must answer in this time for the worker to be ready. */
const readyMs = 2_000;

interface LanePool {
  readonly lane: Lane;
  readonly state: () => PoolState;
  readonly times: StatementTimes;
  readonly isReachable: () => Promise<boolean>;
}

export interface WorkerMonitorDependencies {
  readonly lanes: readonly ServedLane[];
  readonly pools: readonly LanePool[];
  readonly heartbeat: Heartbeat;
  readonly replies: ReplySender;
  readonly lastPurge: LastPurge;
  readonly queryIndexLag: QueryIndexLag;
  readonly roundTrips: RoundTrips;
  readonly meters: WorkerMeters;
  /** Undefined in a worker that delivers no webhooks. */
  readonly webhooks: Pick<DeliveryQueue, 'counts' | 'inFlight'> | undefined;
}

/** Reports what a worker did, from its events, and what is in it now, from its parts. */
export class WorkerMonitor implements Monitor<WorkerState> {
  readonly #dependencies: WorkerMonitorDependencies;
  readonly #exposition: Exposition;
  #stopping = false;

  constructor(dependencies: WorkerMonitorDependencies) {
    this.#dependencies = dependencies;
    this.#exposition = new Exposition([
      ...Object.values(dependencies.meters),
      ...metricsOf(workerGauges, () => this.state()),
      ...metricsOf(processGauges, () => ({ ...processState(), redis: dependencies.roundTrips })),
    ]);
  }

  markStopping(): void {
    this.#stopping = true;
  }

  /** Ready when the database answers and gateways see the heartbeat, which needs Redis. */
  async readiness(): Promise<Readiness> {
    const { pools, heartbeat } = this.#dependencies;
    const reachable = await Promise.all(pools.map((pool) => pool.isReachable()));
    const redis = heartbeat.isSeen;
    const database = !reachable.includes(false);
    return { ready: redis && database && !this.#stopping, stopping: this.#stopping, redis, database };
  }

  metrics(): Promise<string> {
    return this.#exposition.text();
  }

  state(): WorkerState {
    const { pools, replies, lastPurge, queryIndexLag, webhooks } = this.#dependencies;
    return {
      queues: this.#dependencies.lanes.flatMap(({ queues }) => queues.map(stateOf)),
      pools: pools.map(({ lane, state, times }) => ({ lane, times, ...state() })),
      unsentReplies: replies.unsentLength,
      inbox: lastPurge.inbox,
      webhooks: webhooks?.counts && { ...webhooks.counts, inFlight: webhooks.inFlight },
      queryIndex: queryIndexLag.state,
    };
  }
}

function stateOf({ resource, lane, coalescers, busyTime }: ServedQueue): WorkerQueueState {
  let waiting = 0;
  let running = 0;
  let locked = 0;
  for (const { state } of coalescers) {
    waiting += state.waiting;
    running += state.running;
    locked += state.locked;
  }
  return { resource, lane, waiting, running, locked, busyMs: busyTime.ms };
}

type Pool = Parameters<typeof poolState>[0];

/** Counts the waits for connections of each pool from now on. */
export function watchedPools(
  databases: ReadonlyMap<Lane, Pool>,
  { poolWaits }: WorkerMeters,
  times: ReadonlyMap<Lane, StatementTimes>,
): readonly LanePool[] {
  return [...databases].map(([lane, database]) => {
    const ofLane = times.get(lane) as StatementTimes;
    watchWaits(database, (ms) => {
      poolWaits.labels(lane).observe(ms / 1_000);
      ofLane.addWait(ms);
    });
    return {
      lane,
      times: ofLane,
      state: () => poolState(database),
      isReachable: () => isReachable(database, readyMs),
    };
  });
}
