import { operations } from '../../shared/contract/operations/allOperations.ts';
import { resourceOf } from '../../shared/contract/operations/operation.ts';
import { kindOf } from '../../shared/runtime/databaseErrors.ts';
import type { Handlers } from '../../shared/runtime/process/log.ts';
import { queueOf } from '../../shared/wire/queues.ts';
import type { WorkerMeters } from './workerMeters.ts';

export function countEvents(meters: WorkerMeters): Handlers {
  return { ...ofJobs(meters), ...ofSets(meters), ...ofFaults(meters) };
}

function ofJobs({ jobs, takenOver, queueErrors, connectionFailures }: WorkerMeters): Handlers {
  return {
    job: ({ queue, deliveries, ms }) => {
      jobs.labels('bullmq', queue).observe(ms / 1_000);
      if (deliveries === 1) return;
      const { resource, lane } = queueOf(queue);
      takenOver.labels(resource, lane).inc();
    },
    job_failed: ({ queue }) => queueErrors.labels(queue).inc(),
    queue_failed: ({ queue }) => queueErrors.labels(queue).inc(),
    connection_failed: ({ to }) => connectionFailures.labels(to).inc(),
  };
}

function ofSets({ waits, setTimes, setSizes, refused }: WorkerMeters): Handlers {
  return {
    calls_waited: ({ method, lane, waitsMs }) => {
      const ofQueue = waits.labels(resourceOf({ name: method }), lane);
      for (const ms of waitsMs) ofQueue.observe(ms / 1_000);
    },
    set: ({ method, lane, calls, refused: refusedCalls, ms }) => {
      const resource = resourceOf({ name: method });
      setTimes.labels(method).observe(ms / 1_000);
      setSizes.labels(resource, lane).observe(calls);
      refused.labels(resource, lane).inc(refusedCalls);
    },
  };
}

function ofFaults({
  replays,
  givenUp,
  expired,
  lockWaits,
  purgedRows,
  purgeFailures,
}: WorkerMeters): Handlers {
  return {
    set_replayed: ({ error }) => replays.labels(kindOf(error).reason).inc(),
    call_failed: ({ method }) =>
      givenUp.labels(method in operations ? resourceOf({ name: method }) : 'unknown').inc(),
    calls_expired: ({ method, calls }) => expired.labels(resourceOf({ name: method })).inc(calls),
    lock_waited: ({ method, lane, ms }) =>
      lockWaits.labels(resourceOf({ name: method }), lane).observe(ms / 1_000),
    inbox_purged: ({ rows }) => purgedRows.inc(rows),
    purge_failed: () => purgeFailures.inc(),
  };
}
