import { counter, type Reading } from './metrics.ts';

interface QueueLabels {
  readonly resource: string;
  readonly lane: string;
}

/** Labels of a metric with a value for each queue. */
export const byQueue = ['queue', 'lane'];

export function labelsOf(queues: readonly QueueLabels[]): readonly (readonly string[])[] {
  return queues.map(({ resource, lane }) => [resource, lane]);
}

/** Reads a value of each queue from the state of a process. */
export function ofQueues<Queue extends QueueLabels>(
  value: (queue: Queue) => number,
): (state: { readonly queues: readonly Queue[] }) => readonly Reading[] {
  return ({ queues }) => queues.map((queue) => [value(queue), queue.resource, queue.lane]);
}

export function connectionFailures() {
  return counter({
    name: 'counterfoil_connection_failures_total',
    labelNames: ['to'],
    help: 'Errors of connections: to `redis` or `database`.',
    known: [['redis']],
  });
}
