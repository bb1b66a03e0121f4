import { operations } from '../../shared/contract/operations/allOperations.ts';
import { resourceOf } from '../../shared/contract/operations/operation.ts';
import { errorReasons } from '../../shared/runtime/databaseErrors.ts';
import {
  counter,
  durationBuckets,
  histogram,
  shortBuckets,
  sizeBuckets,
} from '../../shared/runtime/metrics/metrics.ts';
import { byQueue, connectionFailures, labelsOf } from '../../shared/runtime/metrics/queueMetrics.ts';
import { maxBulkSetCalls, maxSetCalls } from '../../shared/wire/call.ts';
import { type QueueId, queueLabel } from '../../shared/wire/queues.ts';

export type WorkerMeters = ReturnType<typeof workerMeters>;

export function workerMeters(queues: readonly QueueId[]) {
  return {
    ...jobMeters(queues),
    ...waitMeters(queues),
    ...setMeters(queues),
    ...faultMeters(queues),
    ...storageMeters(),
    ...webhookMeters(queues),
  };
}

function jobMeters(queues: readonly QueueId[]) {
  return {
    jobs: histogram({
      name: 'messaging_process_duration_seconds',
      labelNames: ['messaging_system', 'messaging_destination_name'],
      help: 'From the delivery of a job to its last reply (OpenTelemetry: `messaging.process.duration`). The destination is the queue, such as `article` or `article.bulk`.',
      buckets: durationBuckets,
      known: queues.map((queue) => ['bullmq', queueLabel(queue)]),
    }),
    takenOver: counter({
      name: 'counterfoil_jobs_taken_over_total',
      labelNames: byQueue,
      help: 'Jobs of workers that died or froze, which this worker ran apart from others.',
      known: labelsOf(queues),
    }),
    queueErrors: counter({
      name: 'counterfoil_queue_errors_total',
      labelNames: ['queue'],
      help: 'Log lines `queue_failed` and `job_failed`: errors of the queue, such as Redis being away.',
      known: queues.map((queue) => [queueLabel(queue)]),
    }),
    connectionFailures: connectionFailures(),
  };
}

function waitMeters(queues: readonly QueueId[]) {
  const lanes = new Set(queues.map(({ lane }) => lane));
  return {
    waits: histogram({
      name: 'counterfoil_call_wait_seconds',
      labelNames: byQueue,
      help: 'From the acceptance of a call by its gateway to the start of its set.',
      buckets: shortBuckets,
      known: labelsOf(queues),
    }),
    lockWaits: histogram({
      name: 'counterfoil_lock_wait_seconds',
      labelNames: byQueue,
      help: 'How long calls waited for a lock that another transaction had, until they were done.',
      buckets: durationBuckets,
      known: labelsOf(queues),
    }),
    poolWaits: histogram({
      name: 'counterfoil_database_pool_wait_seconds',
      labelNames: ['lane'],
      help: 'How long sets waited for a connection to the database.',
      buckets: shortBuckets,
      known: [...lanes].map((lane) => [lane]),
    }),
  };
}

function setMeters(queues: readonly QueueId[]) {
  const served = new Set(queues.map(({ resource }) => resource));
  const names = Object.values(operations).filter((operation) => served.has(resourceOf(operation.name)));
  return {
    setTimes: histogram({
      name: 'counterfoil_set_duration_seconds',
      labelNames: ['operation'],
      help: 'How long sets ran, with their repetitions.',
      buckets: shortBuckets,
      known: names.map(({ name }) => [name]),
    }),
    setSizes: histogram({
      name: 'counterfoil_set_calls',
      labelNames: byQueue,
      help: `Calls in a set: at most ${maxSetCalls}, and ${maxBulkSetCalls} for writes of batches. Sets grow with the load.`,
      buckets: sizeBuckets,
      known: labelsOf(queues),
    }),
    refused: counter({
      name: 'counterfoil_refused_calls_total',
      labelNames: byQueue,
      help: 'Calls that their operation refused.',
      known: labelsOf(queues),
    }),
  };
}

function faultMeters(queues: readonly QueueId[]) {
  const resources = [...new Set(queues.map(({ resource }) => [resource]))];
  return {
    retries: counter({
      name: 'counterfoil_set_retries_total',
      labelNames: ['reason'],
      help: 'Sets that ran again, in whole or in part: after a `deadlock`, a `lock_timeout`, a `duplicate` (a repeated call), a `slow` statement, without a connection of the `pool` or with a broken `connection`, a full `disk`, a `read_only` server, a node of a `cluster` that is not ready, or any `other` error.',
      known: errorReasons.map((reason) => [reason]),
    }),
    givenUp: counter({
      name: 'counterfoil_calls_given_up_total',
      labelNames: ['queue'],
      help: 'Calls that were answered `internal_error`; log lines `call_failed`.',
      known: resources,
    }),
    expired: counter({
      name: 'counterfoil_calls_expired_total',
      labelNames: ['queue'],
      help: 'Calls that did not run before their deadline.',
      known: resources,
    }),
  };
}

function storageMeters() {
  return {
    purgedRows: counter({
      name: 'counterfoil_inbox_purged_rows_total',
      help: 'Stored answers that this worker deleted after they had expired.',
    }),
    purgeFailures: counter({
      name: 'counterfoil_inbox_purge_failures_total',
      help: 'Purges that failed; log lines `purge_failed`.',
    }),
  };
}

/** Only workers of webhooks have them. */
function webhookMeters(queues: readonly QueueId[]) {
  const outcomes = ['delivered', 'failed'];
  const known = queues.some(({ resource }) => resource === 'webhook')
    ? outcomes.map((outcome) => [outcome])
    : [];
  return {
    webhookTimes: histogram({
      name: 'counterfoil_webhook_attempt_duration_seconds',
      labelNames: ['outcome'],
      help: 'How long receivers took to answer: `delivered`, or `failed` with another status or without an answer.',
      buckets: durationBuckets,
      known,
    }),
    webhookChanges: counter({
      name: 'counterfoil_webhook_changes_delivered_total',
      help: 'Changes in deliveries that were answered 2xx.',
    }),
  };
}
