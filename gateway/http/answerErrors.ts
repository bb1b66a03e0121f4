import type { Next } from 'koa';
import { type Emit, summarize } from '../../shared/runtime/process/log.ts';
import type { Tracer } from '../../shared/runtime/traces/tracer.ts';
import { probePaths } from '../requests/routes.ts';
import { discardUnread } from './discardUnread.ts';
import { Exchange, type HttpContext, shown } from './exchange.ts';
import type { RequestSpans } from './requestSpans.ts';

/** Begins the exchange of every request, answers crashes with an envelope, and emits the request for the log and for traces. */
export const answerErrors =
  (emit: Emit, tracer: Tracer | undefined) =>
  async (ctx: HttpContext, next: Next): Promise<void> => {
    const startedAt = performance.now();
    const exchange = new Exchange(ctx);
    const { requestId } = exchange;
    ctx.state = exchange;
    exchange.tracedFrom = tracer?.now();
    try {
      await next();
    } catch (error) {
      emit('request_crashed', { requestId, error: summarize(error) });
      exchange.refuse('internal_error');
    }
    if (!ctx.req.complete) discardUnread(ctx);
    exchange.leaveBodyRoom();
    emitRequest(exchange, Math.round((performance.now() - startedAt) * 100) / 100, emit);
    if (exchange.spans) endSpans(exchange, exchange.spans);
  };

function endSpans(
  { ctx, requestId, method, route, app, batch, reason, bodyBytes }: Exchange,
  spans: RequestSpans,
) {
  const attributes = {
    'counterfoil.operation': route.kind === 'unknown' ? undefined : method,
    'counterfoil.request_id': requestId,
    'counterfoil.app_id': app?.appId,
    'counterfoil.reason': reason,
    'counterfoil.batch.calls': batch?.calls,
    'counterfoil.batch.refused': batch?.refused,
    'http.request.body.size': bodyBytes,
  };
  spans.end({ status: ctx.status, code: ctx.response.get('X-Svc-Error'), attributes });
}

function emitRequest(exchange: Exchange, ms: number, emit: Emit): void {
  const { ctx, app, batch, queueMs, key, reason, trace } = exchange;
  const { method: verb, path, status } = ctx;
  if (probePaths.includes(path)) return emit('probe', { verb, path, status, ms });
  emit('request', {
    requestId: exchange.requestId,
    method: shown(exchange.method),
    app: app?.appId ?? '',
    account: app?.accountIdent ?? '',
    status,
    code: ctx.response.get('X-Svc-Error'),
    bytes: exchange.bodyBytes,
    ...batch,
    ...(queueMs !== undefined && { queueMs }),
    ...(key && { key }),
    ...(reason && { reason }),
    ...otherAddress(exchange),
    ...(trace && { traceId: trace.traceId }),
    ms,
  });
}

function otherAddress({ ctx: { method: verb }, isOperation }: Exchange) {
  if (isOperation) return verb === 'POST' ? undefined : { verb };
  return { verb, path: 'other' };
}
