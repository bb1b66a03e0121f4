import type { Context } from 'koa';
import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import { resourceOf } from '../../shared/contract/operations/operation.ts';
import type { Readiness } from '../../shared/runtime/metrics/metricsServer.ts';
import type { Lane } from '../../shared/wire/queues.ts';
import type { CallQueue } from '../calls/callQueue.ts';
import type { QueueWatch, WorkerState } from '../calls/queueWatch.ts';
import type { KeyGuard } from '../keys/keyGuard.ts';

/**
 * A gateway without workers of these resources cannot answer clients. It can without a worker of orders. Without one of changes
 * it rejects only `changes.list`.
 */
const publicResources = new Set(Object.values(publicOperations).map(resourceOf));
const requiredResources = [...publicResources].filter((resource) => resource !== 'changes');

export class Health {
  readonly #watch: Pick<QueueWatch, 'lookForWorkers'>;
  readonly #keys: Pick<KeyGuard, 'state'>;
  #stopping = false;

  constructor(watch: Pick<QueueWatch, 'lookForWorkers'>, keys: Pick<KeyGuard, 'state'>) {
    this.#watch = watch;
    this.#keys = keys;
  }

  /** Reports not ready from now on, so that load balancers choose other gateways. */
  stopping(): void {
    this.#stopping = true;
  }

  alive(ctx: Context): void {
    ctx.body = { alive: true };
  }

  /**
   * Ready if Redis answers, every resource of the interface has a worker for single calls, and the secret key was not found to
   * be wrong; workers start only on a migrated database. The gateway stays ready while a master of a Redis Cluster fails over:
   * calls of its queues wait for seconds, and otherwise all gateways would leave the load balancer.
   */
  async readiness(): Promise<Readiness> {
    const states = await this.#watch.lookForWorkers();
    const workers = inLane('interactive', states);
    const redis = ![...states.values()].includes('unknown');
    const { state: key } = this.#keys;
    const required = requiredResources.map((resource) => workers[resource]);
    const canAnswer = required.includes('present') && !required.includes('missing');
    const ready = !this.#stopping && canAnswer && (key === 'proven' || key === 'unproven');
    return { ready, stopping: this.#stopping, redis, key, workers, bulk_workers: inLane('bulk', states) };
  }

  async ready(ctx: Context): Promise<void> {
    const readiness = await this.readiness();
    ctx.status = readiness.ready ? 200 : 503;
    ctx.body = readiness;
  }
}

function inLane(
  lane: Lane,
  states: ReadonlyMap<CallQueue, WorkerState>,
): Readonly<Record<string, WorkerState | undefined>> {
  const its = [...states].filter(([{ id }]) => id.lane === lane);
  return Object.fromEntries(its.map(([{ id }, state]) => [id.resource, state]));
}
