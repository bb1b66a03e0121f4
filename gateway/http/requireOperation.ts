import type { Context } from 'koa';
import { refuse, requestedMethod } from './refusals.ts';
import type { RequestState } from './state.ts';

/** Refuses requests whose `X-Svc-Method` names no operation. */
export function requireOperation(ctx: Context): void {
  const { operation }: RequestState = ctx.state;
  if (!operation) refuse(ctx, requestedMethod(ctx) ? 'method_unknown' : 'method_missing');
}
