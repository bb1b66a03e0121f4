import type { Next } from 'koa';
import { type Emit, summarize } from '../../shared/process/log.ts';
import { Exchange, type HttpContext, shown } from './exchange.ts';
import { operationPath, probePaths } from './paths.ts';

/** Begins the exchange of every request, answers every crash with an envelope, and emits the request for the log. */
export const answerErrors =
  (emit: Emit) =>
  async (ctx: HttpContext, next: Next): Promise<void> => {
    const startedAt = performance.now();
    const exchange = new Exchange(ctx);
    const { requestId } = exchange;
    ctx.state = exchange;
    try {
      await next();
    } catch (error) {
      emit('request_crashed', { requestId, error: summarize(error) });
      exchange.refuse('internal_error');
    }
    exchange.leaveBodyRoom();
    emitRequest(exchange, Math.round((performance.now() - startedAt) * 100) / 100, emit);
  };

function emitRequest(exchange: Exchange, ms: number, emit: Emit): void {
  const { ctx, app, batch, queueMs, key, reason } = exchange;
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
    ...otherAddress(ctx),
    ms,
  });
}

/** Of requests that are not for an operation. */
function otherAddress({ method: verb, path }: Pick<HttpContext, 'method' | 'path'>) {
  if (path === operationPath) return verb === 'POST' ? undefined : { verb };
  return { verb, path: 'other' };
}
