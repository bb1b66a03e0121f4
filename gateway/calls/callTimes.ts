import { type QueueId, queueLabel, queuesOf } from '../../shared/calls/queues.ts';
import { Durations } from '../../shared/status/durations.ts';

export class CallTimes {
  readonly #byQueue = new Map(queuesOf().map((queue) => [queueLabel(queue), new Durations()]));

  of(queue: QueueId): Durations {
    return this.#byQueue.get(queueLabel(queue)) as Durations;
  }
}
