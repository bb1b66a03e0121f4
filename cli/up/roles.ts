import type { Resource } from '../../shared/operations/operation.ts';
import { queuesOf } from '../../shared/queues.ts';

const inBatches = queuesOf(undefined, ['bulk']).map(({ resource }) => resource);

/** The worker of a resource, which leaves batches to another process. */
export function workerOf(resource: Resource): readonly string[] {
  return ['worker', resource, ...(inBatches.includes(resource) ? ['--lane', 'interactive'] : [])];
}

/** The worker of all batches: a process of its own, so that the system lets it give way to the others. */
export function bulkWorker(): readonly string[] {
  return ['worker', ...inBatches, '--lane', 'bulk'];
}
