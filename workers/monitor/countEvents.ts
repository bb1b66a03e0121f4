import { queueOf } from '../../shared/calls/queues.ts';
import type { Handlers } from '../../shared/metrics/subscribe.ts';
import { operations } from '../../shared/operations/index.ts';
import { resourceOf } from '../../shared/operations/operation.ts';
import { replayReason } from './replayReasons.ts';
import type { WorkerMeters } from './workerMeters.ts';

export function countEvents(meters: WorkerMeters): Handlers {
  return { ...ofJobs(meters), ...ofSets(meters), ...ofFaults(meters) };
}

function ofJobs({ jobs, takenOver, queueErrors, connectionFailures }: WorkerMeters): Handlers {
  return {
    job: ({ queue, deliveries, ms }) => {
      jobs.observe(ms / 1_000, 'bullmq', queue);
      if (deliveries === 1) return;
      const { resource, lane } = queueOf(queue);
      takenOver.add(1, resource, lane);
    },
    job_failed: ({ queue }) => queueErrors.add(1, queue),
    queue_failed: ({ queue }) => queueErrors.add(1, queue),
    connection_failed: ({ to }) => connectionFailures.add(1, to),
  };
}

function ofSets({ waits, setTimes, setSizes, refused }: WorkerMeters): Handlers {
  return {
    calls_waited: ({ method, lane, waitsMs }) => {
      const resource = resourceOf({ name: method });
      for (const ms of waitsMs) waits.observe(ms / 1_000, resource, lane);
    },
    set: ({ method, lane, calls, refused: refusedCalls, ms }) => {
      const resource = resourceOf({ name: method });
      setTimes.observe(ms / 1_000, method);
      setSizes.observe(calls, resource, lane);
      refused.add(refusedCalls, resource, lane);
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
    set_replayed: ({ error }) => replays.add(1, replayReason(error.code)),
    call_failed: ({ method }) =>
      givenUp.add(1, method in operations ? resourceOf({ name: method }) : 'unknown'),
    calls_expired: ({ method, calls }) => expired.add(calls, resourceOf({ name: method })),
    lock_waited: ({ method, lane, ms }) => lockWaits.observe(ms / 1_000, resourceOf({ name: method }), lane),
    inbox_purged: ({ rows }) => purgedRows.add(rows),
    purge_failed: () => purgeFailures.add(1),
  };
}
