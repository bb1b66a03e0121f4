import type { Emit } from '../../shared/runtime/process/log.ts';
import { probePaths } from '../requests/routes.ts';
import type { Exchange } from './exchange.ts';
import type { RequestSpans } from './requestSpans.ts';

/** Emits an answered request for the log and for metrics, and ends its spans. */
export function reportRequest(exchange: Exchange, ms: number, deadlineMs: number, emit: Emit): void {
  const { ctx, path, app, batch, queueMs, key, reason, trace, isOperation } = exchange;
  const { method: verb, status } = ctx;
  if (!isOperation && probePaths.includes(path)) return emit('probe', { verb, path, status, ms });
  emit('request', {
    requestId: exchange.requestId,
    method: exchange.shownMethod,
    app: app?.appId ?? '',
    account: app?.accountIdent ?? '',
    status,
    code: ctx.response.get('X-Svc-Error'),
    bytes: exchange.bodyBytes,
    ...batch,
    ...(queueMs !== undefined && { queueMs }),
    ...(key && { key }),
    ...(reason && { reason }),
    ...(status === 504 && { deadlineMs }),
    ...((verb !== 'POST' || !isOperation) && { verb }),
    ...(!isOperation && { path: 'other' }),
    ...(trace && { traceId: trace.traceId }),
    ms,
  });
  if (exchange.spans) endSpans(exchange, exchange.spans);
}

function endSpans(
  { ctx, requestId, method, route, app, batch, reason, bodyBytes }: Exchange,
  spans: RequestSpans,
): void {
  const { status } = ctx;
  const code = ctx.response.get('X-Svc-Error');
  spans.end(status, code, {
    'counterfoil.operation': route.kind === 'unknown' ? undefined : method,
    'counterfoil.request_id': requestId,
    'counterfoil.app_id': app?.appId,
    'counterfoil.reason': reason,
    'counterfoil.batch.calls': batch?.calls,
    'counterfoil.batch.refused': batch?.refused,
    'counterfoil.code': code || undefined,
    'http.request.body.size': bodyBytes,
    'http.response.status_code': status,
  });
}
