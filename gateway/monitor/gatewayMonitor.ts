import { type Scaling, scaling } from '../../observe/diagnosis/scaling.ts';
import { isGateway } from '../../observe/diagnosis/signals.ts';
import { readStatuses } from '../../observe/status/readStatuses.ts';
import { Exposition, metricsOf } from '../../shared/runtime/metrics/metrics.ts';
import type { Monitor, Readiness } from '../../shared/runtime/metrics/metricsServer.ts';
import { processGauges, processState } from '../../shared/runtime/metrics/processGauges.ts';
import type { RoundTrips } from '../../shared/wire/status/roundTrips.ts';
import type { Health } from '../http/health.ts';
import { gatewayGauges } from './gatewayGauges.ts';
import type { GatewayMeters } from './gatewayMeters.ts';
import { type GatewayState, gatewayState, type StateDependencies } from './gatewayState.ts';

interface MonitorDependencies extends StateDependencies {
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

  /** Covers all roles, from the statuses in Redis. Undefined while they lack even this gateway: a full Redis takes none. */
  async scaling(): Promise<Scaling | undefined> {
    const { callClient, scalingTargetMs } = this.#dependencies;
    const statuses = await readStatuses(callClient.redis);
    if (!statuses.some((status) => isGateway(status) && !status.isSilent)) return undefined;
    return scaling(statuses, scalingTargetMs);
  }

  state(): GatewayState {
    return gatewayState(this.#dependencies);
  }
}
