import type {
  ProcessStatus,
  WorkerLaneStatus,
  WorkerQueueStatus,
} from '../../observe/status/processStatus.ts';
import { SlidingWindow } from '../../observe/status/slidingWindow.ts';
import type { StatusSource } from '../../observe/status/statusPublisher.ts';
import { type Resource, resourceOf, resources } from '../../shared/contract/operations/operation.ts';
import type { Handlers } from '../../shared/runtime/process/log.ts';
import { type Lane, type QueueId, queueLabel, queueOf } from '../../shared/wire/queues.ts';
import type { StatementTimes } from '../database/statementTimes.ts';
import type { SequenceWaits } from './sequenceWaits.ts';
import type { WorkerState } from './workerState.ts';

interface Parts {
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

export class WorkerStatusSource implements StatusSource {
  readonly role = 'worker';
  readonly title: string;
  readonly #parts: Parts;
  readonly #queues = new Map<string, SlidingWindow>();
  readonly #lanes = new Map<Lane, SlidingWindow>();

  constructor(parts: Parts) {
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
