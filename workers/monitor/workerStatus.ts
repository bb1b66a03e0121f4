import { type Resource, resourceOf, resources } from '../../shared/contract/operations/operation.ts';
import type { Lifecycle } from '../../shared/runtime/process/lifecycle.ts';
import type { Handlers } from '../../shared/runtime/process/log.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import type { Clock } from '../../shared/runtime/redis/clock.ts';
import { type Lane, type QueueId, queueLabel, queueOf } from '../../shared/wire/queues.ts';
import type {
  ProcessStatus,
  WorkerLaneStatus,
  WorkerQueueStatus,
  WorkerStatus,
} from '../../shared/wire/status/processStatus.ts';
import { SlidingWindow } from '../../shared/wire/status/slidingWindow.ts';
import { StatusPublisher, type StatusSource } from '../../shared/wire/status/statusPublisher.ts';
import type { StatementTimes } from '../database/statementTimes.ts';
import type { ServedLane } from '../jobs/servedLane.ts';
import type { WorkerState } from './workerGauges.ts';

interface StatusDependencies {
  readonly title: string;
  readonly state: () => WorkerState;
  /** Calls that wait for the number sequence of each account, by coalescer. */
  readonly waits: () => readonly ReadonlyMap<number, number>[];
  readonly times: ReadonlyMap<Lane, StatementTimes>;
  readonly counts: SetCounts;
  readonly sequenceWaits: SequenceWaits;
}

/** Returns the title that `ps` shows. */
export function workerTitle(served: readonly Resource[], lanes: readonly Lane[]): string {
  const named = served.length === resources.length ? ['all'] : served;
  return ['worker', ...named, ...(lanes.length === 1 ? lanes : [])].join(' ');
}

export class SetCounts {
  readonly #byQueue = new Map<string, { sets: number; calls: number; ms: number }>();

  readonly handlers: Handlers = {
    set: ({ method, lane, calls, ms }) => {
      const counts = this.of({ resource: resourceOf({ name: method }), lane });
      counts.sets += 1;
      counts.calls += calls;
      counts.ms += ms;
    },
  };

  of(queue: QueueId): { sets: number; calls: number; ms: number } {
    const label = queueLabel(queue);
    const counts = this.#byQueue.get(label) ?? { sets: 0, calls: 0, ms: 0 };
    this.#byQueue.set(label, counts);
    return counts;
  }
}

class WorkerStatusSource implements StatusSource {
  readonly role = 'worker';
  readonly title: string;
  readonly #parts: StatusDependencies;
  readonly #queues = new Map<string, SlidingWindow>();
  readonly #lanes = new Map<Lane, SlidingWindow>();

  constructor(parts: StatusDependencies) {
    this.#parts = parts;
    this.title = parts.title;
  }

  sample(): void {
    const { state, counts, times, waits, sequenceWaits } = this.#parts;
    const { queues, pools } = state();
    for (const { waiting, running, locked, busyMs, ...queue } of queues) {
      const { sets, calls } = counts.of(queue);
      windowOf(this.#queues, queueLabel(queue)).add([busyMs, sets, calls, waiting, running, locked]);
    }
    for (const { lane, used, waiting } of pools) {
      const { statementMs, statements, commitMs, commits, lockMs, poolMs } = times.get(
        lane,
      ) as StatementTimes;
      const setMs = queues
        .filter((queue) => queue.lane === lane)
        .reduce((sum, queue) => sum + counts.of(queue).ms, 0);
      const values = [setMs, poolMs, statementMs, commitMs, lockMs, statements, commits, used, waiting];
      windowOf(this.#lanes, lane).add(values);
    }
    sequenceWaits.add(waits());
  }

  status(): Pick<ProcessStatus, 'worker'> {
    const queues = [...this.#queues].map(([label, window]) => queueStatus(queueOf(label), window));
    const pools = new Map(this.#parts.state().pools.map(({ lane, max }) => [lane, max]));
    const lanes = [...this.#lanes].map(([lane, window]) => laneStatus(lane, window, pools.get(lane) ?? 0));
    const { most: sequence } = this.#parts.sequenceWaits;
    const callsPerSecond = queues.reduce((sum, queue) => sum + queue.callsPerSecond, 0);
    return { worker: { callsPerSecond, queues, lanes, ...(sequence && { sequence }) } };
  }
}

function windowOf<Key>(windows: Map<Key, SlidingWindow>, key: Key): SlidingWindow {
  const window = windows.get(key) ?? new SlidingWindow();
  windows.set(key, window);
  return window;
}

function queueStatus({ resource, lane }: QueueId, window: SlidingWindow): WorkerQueueStatus {
  const [busy = 0, setsPerSecond = 0, callsPerSecond = 0] = window.rates;
  const [, , , waiting = 0, running = 0, locked = 0] = window.means;
  return { resource, lane, busy: busy / 1_000, waiting, running, locked, setsPerSecond, callsPerSecond };
}

function laneStatus(lane: Lane, window: SlidingWindow, max: number): WorkerLaneStatus {
  const [sets = 0, pool = 0, statements = 0, commits = 0, locks = 0, ...counts] = window.rates;
  const [statementsPerSecond = 0, commitsPerSecond = 0] = counts;
  const [used = 0, waiting = 0] = window.means.slice(-2);
  return {
    lane,
    sets: sets / 1e3,
    pool: pool / 1e3,
    statements: statements / 1e3,
    commits: commits / 1e3,
    locks: locks / 1e3,
    statementsPerSecond,
    commitsPerSecond,
    connections: {
      used,
      max,
      waiting,
    },
  };
}

const maxSamples = 10;

/** Resolves to the ident of an account, by `accounts.id`. */
type IdentOf = (account: number) => Promise<string | undefined>;

/** Finds the account with the most calls that wait for its number sequence. */
class SequenceWaits {
  readonly #identOf: IdentOf;
  readonly #idents = new Map<number, string>();
  readonly #samples: ReadonlyMap<number, number>[] = [];

  constructor(identOf: IdentOf) {
    this.#identOf = identOf;
  }

  add(waits: readonly ReadonlyMap<number, number>[]): void {
    const sample = new Map<number, number>();
    for (const ofCoalescer of waits)
      for (const [account, calls] of ofCoalescer) sample.set(account, (sample.get(account) ?? 0) + calls);
    this.#samples.push(sample);
    if (this.#samples.length > maxSamples) this.#samples.shift();
  }

  /** The mean number of waiting calls. Undefined if no call waits. */
  get most(): WorkerStatus['sequence'] {
    const sums = new Map<number, number>();
    for (const sample of this.#samples)
      for (const [account, calls] of sample) sums.set(account, (sums.get(account) ?? 0) + calls);
    let most = 0;
    let account = 0;
    for (const [candidate, sum] of sums) {
      if (sum <= most) continue;
      most = sum;
      account = candidate;
    }
    return most === 0 ? undefined : { account: this.#name(account), waiting: most / this.#samples.length };
  }

  #name(account: number): string {
    const known = this.#idents.get(account);
    if (known !== undefined) return known;
    this.#identOf(account).then(
      (ident) => ident !== undefined && this.#idents.set(account, ident),
      () => {}, // the next report asks again
    );
    return `account ${account}`;
  }
}

interface PublishDependencies {
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
  { redis, clock, lanes, monitor, identOf, ...parts }: PublishDependencies,
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
