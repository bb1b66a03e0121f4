import { operations } from '../../shared/contract/operations/allOperations.ts';
import { resourceOf } from '../../shared/contract/operations/operation.ts';
import { errorKindOf } from '../../shared/runtime/databaseErrors.ts';
import type { Handlers } from '../../shared/runtime/process/log.ts';
import { queueOf } from '../../shared/wire/queues.ts';
import type { WorkerMeters } from './workerMeters.ts';

export function countWorkerEvents(meters: WorkerMeters): Handlers {
  return {
    job: ({ queue, deliveries, ms }) => {
      meters.jobs.labels('bullmq', queue).observe(ms / 1_000);
      if (deliveries === 1) return;
      const { resource, lane } = queueOf(queue);
      meters.takenOver.labels(resource, lane).inc();
    },
    job_failed: ({ queue }) => meters.queueErrors.labels(queue).inc(),
    queue_failed: ({ queue }) => meters.queueErrors.labels(queue).inc(),
    connection_failed: ({ to }) => meters.connectionFailures.labels(to).inc(),
    calls_waited: ({ method, lane, waitsMs }) => {
      const waits = meters.waits.labels(resourceOf(method), lane);
      for (const ms of waitsMs) waits.observe(ms / 1_000);
    },
    set: ({ method, lane, calls, refused, ms }) => {
      const resource = resourceOf(method);
      meters.setTimes.labels(method).observe(ms / 1_000);
      meters.setSizes.labels(resource, lane).observe(calls);
      meters.refused.labels(resource, lane).inc(refused);
    },
    set_retried: ({ error }) => meters.retries.labels(errorKindOf(error).reason).inc(),
    call_failed: ({ method }) =>
      meters.givenUp.labels(Object.hasOwn(operations, method) ? resourceOf(method) : 'unknown').inc(),
    calls_expired: ({ method, calls }) => meters.expired.labels(resourceOf(method)).inc(calls),
    lock_waited: ({ method, lane, ms }) =>
      meters.lockWaits.labels(resourceOf(method), lane).observe(ms / 1_000),
    inbox_purged: ({ rows }) => meters.purgedRows.inc(rows),
    webhook_attempt: ({ delivered, changes, ms }) => {
      meters.webhookTimes.labels(delivered ? 'delivered' : 'failed').observe(ms / 1_000);
      if (delivered) meters.webhookChanges.inc(changes);
    },
    purge_failed: () => meters.purgeFailures.inc(),
  };
}
