import type { Context, Next } from 'koa';
import { type Emit, summarize } from '../../shared/process/log.ts';
import { newId } from '../../shared/values/idents.ts';
import { refuse, requestedMethod } from './refusals.ts';
import type { RequestState } from './state.ts';

/** Gives every request its id and its line in the log, and every crash an envelope. */
export const answerErrors =
  (emit: Emit) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const startedAt = performance.now();
    const state: RequestState = ctx.state;
    const requestId = newId();
    state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    try {
      await next();
    } catch (error) {
      emit('request_crashed', { requestId, error: summarize(error) });
      refuse(ctx, 'internal_error');
    }
    emit('request', {
      requestId,
      method: requestedMethod(ctx),
      app: state.app?.appId ?? '',
      status: ctx.status,
      code: ctx.response.get('X-Svc-Error'),
      bytes: state.body?.length ?? 0,
      ...state.batch,
      ms: Math.round((performance.now() - startedAt) * 100) / 100,
    });
  };
