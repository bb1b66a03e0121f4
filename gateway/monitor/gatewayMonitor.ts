import { type Scaling, scaling } from '../../observe/diagnosis/scaling.ts';
import { readStatuses } from '../../observe/status/readStatuses.ts';
import { Exposition, metricsOf } from '../../shared/runtime/metrics/metrics.ts';
import type { Monitor, Readiness } from '../../shared/runtime/metrics/metricsServer.ts';
import { processGauges, processState } from '../../shared/runtime/metrics/processGauges.ts';
import { type Lane, lanes, queuesOf } from '../../shared/wire/queues.ts';
import type { RoundTrips } from '../../shared/wire/status/roundTrips.ts';
import type { BatchLimiter } from '../batch/batchLimiter.ts';
import type { CallClient } from '../calls/callClient.ts';
import type { WaitingReaders } from '../changes/waitingReaders.ts';
import type { Connections } from '../http/connections.ts';
import type { Health } from '../http/health.ts';
import type { KeyGuard } from '../keys/keyGuard.ts';
import { gatewayGauges } from './gatewayGauges.ts';
import type { GatewayMeters } from './gatewayMeters.ts';
import type { GatewayState, LaneState, QueueState } from './gatewayState.ts';

interface MonitorDependencies {
  readonly callClient: CallClient;
  readonly batchLimiter: BatchLimiter;
  readonly waitingReaders: WaitingReaders;
  readonly connections: Connections;
  readonly keys: Pick<KeyGuard, 'state'>;
  readonly health: Health;
  readonly roundTrips: RoundTrips;
  readonly meters: GatewayMeters;
  readonly scalingTargetMs: number;
}

/** Counts what a gateway did, from its events, and reads its present state from its parts. */
export class GatewayMonitor implements Monitor<GatewayState> {
  readonly #dependencies: MonitorDependencies;
  readonly #exposition: Exposition;

  constructor(dependencies: MonitorDependencies) {
    this.#dependencies = dependencies;
    this.#exposition = new Exposition([
      ...Object.values(dependencies.meters),
      ...metricsOf(gatewayGauges, () => this.state()),
      ...metricsOf(processGauges, () => ({ ...processState(), redis: dependencies.roundTrips })),
    ]);
  }

  readiness(): Promise<Readiness> {
    return this.#dependencies.health.readiness();
  }

  metrics(): Promise<string> {
    return this.#exposition.text();
  }

  /** Covers all roles, from the statuses in Redis. */
  async scaling(): Promise<Scaling> {
    const { callClient, scalingTargetMs } = this.#dependencies;
    return scaling(await readStatuses(callClient.redis), scalingTargetMs);
  }

  state(): GatewayState {
    const { batchLimiter, waitingReaders, connections, keys } = this.#dependencies;
    return {
      queues: this.#queues(),
      lanes: lanes.map((lane) => this.#lane(lane)),
      batches: batchLimiter.counts,
      waitingReaders: waitingReaders.count,
      connections: connections.size,
      requests: connections.responses.length,
      key: keys.state,
    };
  }

  #lane(lane: Lane): LaneState {
    const { calls, bytes, answers } = this.#dependencies.callClient.rooms[lane];
    return {
      lane,
      maxCalls: calls.max,
      calls: calls.held,
      requestBytes: bytes.held,
      answerBytes: answers.held,
    };
  }

  #queues(): readonly QueueState[] {
    const { callClient } = this.#dependencies;
    const now = callClient.clock.now();
    return queuesOf().map(({ resource, lane }) => {
      const queue = callClient.queues[lane][resource];
      const { inFlight, oldest: { call: oldest } = {} } = queue;
      return {
        resource,
        lane,
        inFlight,
        oldestMs: Math.max(0, now - (oldest?.acceptedAt ?? now)),
        oldest: oldest && { method: oldest.method, id: oldest.id },
        estimatedWaitMs: queue.wait.msFor(inFlight),
        isWithoutWorker: queue.isWithoutWorker,
        isPaused: queue.pausedMs(now) > 0,
      };
    });
  }
}
