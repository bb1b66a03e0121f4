import { gatewayOperations, publicOperations } from '../../shared/contract/operations/allOperations.ts';
import {
  counter,
  durationBuckets,
  histogram,
  operationBuckets,
  shortBuckets,
} from '../../shared/runtime/metrics/metrics.ts';
import { byQueue, connectionFailures, labelsOf } from '../../shared/runtime/metrics/queueMetrics.ts';
import { rejectionReasons, signatureRejections } from '../../shared/runtime/process/events.ts';
import type { httpOutcomes } from '../../shared/wire/envelope.ts';
import { queuesOf } from '../../shared/wire/queues.ts';

/** Other names count as `unknown`, since clients may send any. */
export const operationNames: ReadonlySet<string> = new Set([
  ...Object.keys(publicOperations),
  ...Object.keys(gatewayOperations),
]);

/** Outcomes that alerts use exist from the start. */
const known: readonly (typeof httpOutcomes)[number][] = ['done', 'unavailable', 'failed', 'unknown'];

export type GatewayMeters = ReturnType<typeof gatewayMeters>;

const only = (values: Iterable<string>) => [...values].map((value) => [value]);

export function gatewayMeters() {
  return { ...requestMeters(), ...rejectionMeters(), ...appMeters(), ...callMeters() };
}

function requestMeters() {
  return {
    requests: histogram({
      name: 'http_server_request_duration_seconds',
      labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
      help: 'From the headers of a request to its answer (OpenTelemetry: `http.server.request.duration`).',
      buckets: durationBuckets,
    }),
    operations: histogram({
      name: 'counterfoil_operation_duration_seconds',
      labelNames: ['operation'],
      help: 'The same, for requests that an operation answered.',
      buckets: operationBuckets,
      known: only(operationNames),
    }),
    outcomes: counter({
      name: 'counterfoil_requests_total',
      labelNames: ['operation', 'outcome'],
      help: 'Requests by outcome: `done`, `refused` (by the operation), `rejected` (4xx), `unavailable` (503), `failed` (500) or `unknown` (504).',
      known: [...operationNames].flatMap((name) => known.map((outcome) => [name, outcome])),
    }),
  };
}

function rejectionMeters() {
  return {
    rejections: counter({
      name: 'counterfoil_rejections_total',
      labelNames: ['reason'],
      help: 'Requests that were answered 503 or 429, by their reason: see the table of reasons.',
      known: only(rejectionReasons),
    }),
    batchCalls: counter({
      name: 'counterfoil_batch_calls_total',
      labelNames: ['outcome'],
      help: 'Entries of batches that were run: `done` or `refused`.',
      known: [['done'], ['refused']],
    }),
    crashes: counter({
      name: 'counterfoil_request_crashes_total',
      help: 'Requests that were answered 500 because of a fault in the gateway.',
    }),
  };
}

function appMeters() {
  return {
    appLookups: counter({
      name: 'counterfoil_app_lookups_total',
      labelNames: ['result'],
      help: 'Look-ups of apps through the queue of accounts: `found`, `unknown` or `failed`.',
      known: [['found'], ['unknown'], ['failed']],
    }),
    signatureRejections: counter({
      name: 'counterfoil_signature_rejections_total',
      labelNames: ['reason'],
      help: 'Requests that were answered 401, by the reason in the log line `signature_rejected`.',
      known: only(signatureRejections),
    }),
    skippedLimits: counter({
      name: 'counterfoil_rate_limit_skipped_total',
      help: 'Requests that no rate limit counted, since Redis did not answer.',
    }),
  };
}

function callMeters() {
  return {
    replyLag: histogram({
      name: 'counterfoil_reply_stream_lag_seconds',
      help: 'How long replies were in the reply stream before this gateway read them.',
      buckets: shortBuckets,
    }),
    resent: counter({
      name: 'counterfoil_calls_resent_total',
      labelNames: byQueue,
      help: 'Calls that were sent again, since Redis had lost them or their replies.',
      known: labelsOf(queuesOf()),
    }),
    connectionFailures: connectionFailures(),
  };
}
