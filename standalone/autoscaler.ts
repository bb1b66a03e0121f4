import type { RedisClient } from '../shared/redis/client.ts';
import { scaledRoles, scaling } from '../shared/scaling/scaling.ts';
import { Stabilizer } from '../shared/scaling/stabilizer.ts';
import { readStatuses } from '../shared/status/readStatuses.ts';
import type { Fleet } from './roles/fleet.ts';
import type { RoleCounts, RoleKind } from './roles/roles.ts';

interface AutoscalerOptions {
  readonly redis: RedisClient;
  readonly fleet: Pick<Fleet, 'count' | 'scaleTo' | 'rebalance'>;
  readonly min: RoleCounts;
  readonly max: RoleCounts;
  readonly targetMs: number;
  readonly printLine: (line: string) => void;
}

const pollMs = 1_000;

/** Changes the numbers of processes of `up` by the rule by which KEDA changes those of pods, within this machine. */
export class Autoscaler {
  readonly #options: AutoscalerOptions;
  readonly #stabilizers = new Map<RoleKind, Stabilizer>(scaledRoles.map((kind) => [kind, new Stabilizer()]));
  readonly #changing = new Map<RoleKind, Promise<void>>();
  readonly #polling: NodeJS.Timeout;
  #isLooking = false;

  constructor(options: AutoscalerOptions) {
    this.#options = options;
    this.#polling = setInterval(() => void this.#look(), pollMs);
  }

  /** Resolves when it no longer starts or stops a process. */
  async stop(): Promise<void> {
    clearInterval(this.#polling);
    await Promise.all(this.#changing.values());
  }

  /** Keeps the numbers while Redis does not answer. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { redis, targetMs } = this.#options;
    const statuses = await readStatuses(redis).catch(() => undefined);
    this.#isLooking = false;
    if (!statuses) return;
    const { roles } = scaling(statuses, { targetMs, isOneMachine: true });
    for (const kind of scaledRoles) {
      const { processes, running, reason } = roles[kind];
      // The statuses do not yet include a change that was made a moment ago.
      if (running === this.#options.fleet.count(kind)) this.#decide(kind, processes, reason);
    }
  }

  #decide(kind: RoleKind, processes: number, reason: string): void {
    if (this.#changing.has(kind)) return;
    const { fleet, min, max, printLine } = this.#options;
    const running = fleet.count(kind);
    const wanted = Math.min(max[kind], Math.max(min[kind], processes));
    const next = this.#stabilizer(kind).next(running, wanted, performance.now());
    if (next === running) return;
    printLine(`Scaling ${kind} from ${running} to ${next}: ${reason}`);
    const change = fleet
      .scaleTo(kind, next)
      .then(() => fleet.rebalance(kind, running))
      .catch((error: Error) => printLine(`${kind} was not scaled: ${error.message}`))
      .finally(() => this.#changing.delete(kind));
    this.#changing.set(kind, change);
  }

  #stabilizer(kind: RoleKind): Stabilizer {
    return this.#stabilizers.get(kind) as Stabilizer;
  }
}
