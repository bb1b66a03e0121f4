import type { Next } from 'koa';
import { type Emit, summarize } from '../../shared/runtime/process/log.ts';
import type { Tracer } from '../../shared/runtime/traces/tracer.ts';
import { discardUnread } from './discardUnread.ts';
import { Exchange, type HttpContext } from './exchange.ts';
import { reportRequest } from './requestLog.ts';

/** Begins the exchange of every request, answers crashes with an envelope, and reports the request when it is answered. */
export const answerErrors =
  (emit: Emit, tracer: Tracer | undefined, deadlineMs: number) =>
  async (ctx: HttpContext, next: Next): Promise<void> => {
    const startedAt = performance.now();
    const exchange = new Exchange(ctx);
    const { requestId } = exchange;
    ctx.state = exchange;
    exchange.tracedFrom = tracer?.now();
    try {
      await next();
    } catch (error) {
      /* v8 ignore next -- no request is known that makes a step throw. */
      emit('request_crashed', { requestId, error: summarize(error) });
      exchange.reject('internal_error');
    }
    if (!ctx.req.complete) discardUnread(ctx);
    exchange.hold(undefined);
    const ms = Math.round((performance.now() - startedAt) * 100) / 100;
    reportRequest(exchange, ms, deadlineMs, emit);
  };
