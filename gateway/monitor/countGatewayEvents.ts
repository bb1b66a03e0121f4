import { operationPath } from '../../shared/contract/keys/signedText.ts';
import type { Handlers } from '../../shared/runtime/process/log.ts';
import { httpOutcome } from '../../shared/wire/envelope.ts';
import { queueOf } from '../../shared/wire/queues.ts';
import { knownVerb } from '../http/verbs.ts';
import { healthPaths } from '../requests/routes.ts';
import { type GatewayMeters, operationNames } from './gatewayMeters.ts';

export function countGatewayEvents(meters: GatewayMeters): Handlers {
  return {
    request: (request) => {
      const { verb, path = operationPath, status, method, ms, reason, calls, refused = 0 } = request;
      const seconds = ms / 1_000;
      const knownMethod = verb === undefined ? 'POST' : knownVerb(verb);
      meters.requests.labels(knownMethod, path, `${status}`).observe(seconds);
      if (reason !== undefined) meters.rejections.labels(reason).inc();
      if (path !== operationPath) return;
      const operation = operationNames.has(method) ? method : 'unknown';
      meters.outcomes.labels(operation, httpOutcome(status, request.code)).inc();
      if (status === 200) meters.operations.labels(operation).observe(seconds);
      if (calls === undefined) return;
      meters.batchCalls.labels('done').inc(calls - refused);
      meters.batchCalls.labels('refused').inc(refused);
    },
    probe: ({ verb, path, status, ms }) => {
      const route = healthPaths.includes(path) ? path : 'other';
      meters.requests.labels(knownVerb(verb), route, `${status}`).observe(ms / 1_000);
    },
    /* v8 ignore next -- no request is known that makes a step throw. */
    request_crashed: () => meters.crashes.inc(),
    app_looked_up: ({ found }) => meters.appLookups.labels(found ? 'found' : 'unknown').inc(),
    app_lookup_failed: () => meters.appLookups.labels('failed').inc(),
    signature_rejected: ({ reason }) => meters.signatureRejections.labels(reason).inc(),
    rate_limit_skipped: () => meters.skippedLimits.inc(),
    replies_read: ({ lagMs }) => meters.replyLag.observe(lagMs / 1_000),
    calls_resent: ({ queue, calls }) => {
      const { resource, lane } = queueOf(queue);
      meters.resent.labels(resource, lane).inc(calls);
    },
    connection_failed: ({ to }) => meters.connectionFailures.labels(to).inc(),
  };
}
