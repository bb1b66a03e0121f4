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
    emit('request', {
      requestId,
      method: shown(exchange.method),
      app: exchange.app?.appId ?? '',
      status: ctx.status,
      code: ctx.response.get('X-Svc-Error'),
      bytes: exchange.bodyBytes,
      ...exchange.batch,
      ...(exchange.reason && { reason: exchange.reason }),
      ...otherAddress(ctx),
      ms: Math.round((performance.now() - startedAt) * 100) / 100,
    });
  };

/** Of requests that are not for an operation. */
function otherAddress({ method: verb, path }: HttpContext) {
  if (path === operationPath) return verb === 'POST' ? undefined : { verb };
  return { verb, path: probePaths.includes(path) ? path : 'other' };
}
