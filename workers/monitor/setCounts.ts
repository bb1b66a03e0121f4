import { resourceOf } from '../../shared/contract/operations/operation.ts';
import type { Handlers } from '../../shared/runtime/process/log.ts';
import { type QueueId, queueLabel } from '../../shared/wire/queues.ts';

/** Counts sets, their calls and their milliseconds for each queue, since the process started. */
export class SetCounts {
  readonly #byQueue = new Map<string, { sets: number; calls: number; ms: number }>();

  readonly handlers: Handlers = {
    set: ({ method, lane, calls, ms }) => {
      const counts = this.of({ resource: resourceOf(method), lane });
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
