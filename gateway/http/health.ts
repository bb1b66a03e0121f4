import type { Context } from 'koa';
import type { Readiness } from '../../shared/runtime/metrics/metricsServer.ts';
import type { Lane } from '../../shared/wire/queues.ts';
import type { QueueWatch, WorkerPresence, WorkersByQueue } from '../calls/queueWatch.ts';
import type { KeyGuard } from '../keys/keyGuard.ts';

export class Health {
  readonly #watch: Pick<QueueWatch, 'readWorkers'>;
  readonly #keys: Pick<KeyGuard, 'state'>;
  #stopping = false;

  constructor(watch: Pick<QueueWatch, 'readWorkers'>, keys: Pick<KeyGuard, 'state'>) {
    this.#watch = watch;
    this.#keys = keys;
  }

  /** Reports not ready from now on, so that load balancers choose other gateways. */
  markStopping(): void {
    this.#stopping = true;
  }

  alive(ctx: Context): void {
    ctx.body = { alive: true };
  }

  /**
   * Ready if Redis answers and the secret key was compared with the database, unless it is wrong. Workers are reported only:
   * all gateways miss the same ones, so all would leave the load balancer when the only worker of one resource restarts. For
   * the same reason the gateway stays ready while a master of a Redis Cluster fails over: calls of its queues wait for seconds.
   */
  async readiness(): Promise<Readiness> {
    const states = await this.#watch.readWorkers();
    const known = [...states.values()].filter((state) => state !== 'unknown');
    const { state: key } = this.#keys;
    return {
      ready: !this.#stopping && known.length > 0 && (key === 'proven' || key === 'unproven'),
      stopping: this.#stopping,
      redis: known.length === states.size,
      key,
      workers: inLane('interactive', states),
      bulk_workers: inLane('bulk', states),
    };
  }

  async ready(ctx: Context): Promise<void> {
    const readiness = await this.readiness();
    ctx.status = readiness.ready ? 200 : 503;
    ctx.body = readiness;
  }
}

function inLane(lane: Lane, states: WorkersByQueue): Readonly<Record<string, WorkerPresence | undefined>> {
  const ofLane = [...states].filter(([{ id }]) => id.lane === lane);
  return Object.fromEntries(ofLane.map(([{ id }, state]) => [id.resource, state]));
}
