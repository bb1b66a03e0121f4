import type { Context, Next } from 'koa';
import { newId } from '../../shared/idents.ts';
import { summarize, type Tell } from '../../shared/log.ts';
import { refuse, requestedMethod } from './refusals.ts';
import type { RequestState } from './state.ts';

/** Gives every request its id and its line in the log, and every crash an envelope. */
export const answerErrors =
  (tell: Tell) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const begun = performance.now();
    const state: RequestState = ctx.state;
    const requestId = newId();
    state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    try {
      await next();
    } catch (error) {
      tell('request_crashed', { requestId, error: summarize(error) });
      refuse(ctx, 'internal_error');
    }
    tell('request', {
      requestId,
      method: requestedMethod(ctx),
      app: state.app?.appId ?? '',
      status: ctx.status,
      code: ctx.response.get('X-Svc-Error'),
      bytes: state.body?.length ?? 0,
      ...state.batch,
      ms: Math.round((performance.now() - begun) * 100) / 100,
    });
  };
