import { queueOf } from '../../shared/calls/queues.ts';
import type { Handlers } from '../../shared/metrics/subscribe.ts';
import type { Events } from '../../shared/process/events.ts';
import { healthPaths, operationPath } from '../http/paths.ts';
import { knownVerb } from '../http/verbs.ts';
import { type GatewayMeters, operationNames, type outcomes } from './gatewayMeters.ts';

export function countEvents(meters: GatewayMeters): Handlers {
  return {
    request: (request) => countRequest(request, meters),
    probe: ({ verb, path, status, ms }) => {
      const route = healthPaths.includes(path) ? path : 'other';
      meters.requests.observe(ms / 1_000, knownVerb(verb), route, status);
    },
    request_crashed: () => meters.crashes.add(1),
    app_looked_up: ({ found }) => meters.appLookups.add(1, found ? 'found' : 'unknown'),
    app_lookup_failed: () => meters.appLookups.add(1, 'failed'),
    signature_refused: ({ reason }) => meters.signatureFaults.add(1, reason),
    rate_limit_skipped: () => meters.skippedLimits.add(1),
    replies_read: ({ lagMs }) => meters.replyLag.observe(lagMs / 1_000),
    calls_resent: ({ queue, calls }) => {
      const { resource, lane } = queueOf(queue);
      meters.resent.add(calls, resource, lane);
    },
    connection_failed: ({ to }) => meters.connectionFailures.add(1, to),
  };
}

function countRequest(request: Events['request'], meters: GatewayMeters): void {
  const { verb = 'POST', path = operationPath, status, method, ms, reason, calls, refused = 0 } = request;
  const seconds = ms / 1_000;
  meters.requests.observe(seconds, knownVerb(verb), path, status);
  if (reason !== undefined) meters.refusals.add(1, reason);
  if (path !== operationPath) return;
  const operation = operationNames.has(method) ? method : 'unknown';
  meters.outcomes.add(1, operation, outcomeOf(request));
  if (status === 200) meters.operations.observe(seconds, operation);
  if (calls === undefined) return;
  meters.batchCalls.add(calls - refused, 'done');
  meters.batchCalls.add(refused, 'refused');
}

function outcomeOf({ status, code }: Events['request']): (typeof outcomes)[number] {
  // Koa returns undefined for a header that is not set.
  if (status === 200) return code ? 'refused' : 'done';
  if (status === 503) return 'unavailable';
  if (status === 504) return 'unknown';
  return status < 500 ? 'rejected' : 'failed';
}
