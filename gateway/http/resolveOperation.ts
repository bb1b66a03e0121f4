import type { Context, Next } from 'koa';
import { publicOperations } from '../operations.ts';
import { refuse } from './refusals.ts';
import type { RequestState } from './state.ts';

/** Finds the operation that `X-Svc-Method` names (spec section 4). */
export async function resolveOperation(ctx: Context, next: Next): Promise<void> {
  const method = ctx.get('X-Svc-Method');
  if (!method) return refuse(ctx, 'method_missing');
  const operation = publicOperations.get(method);
  if (!operation) return refuse(ctx, 'method_unknown');
  (ctx.state as RequestState).operation = operation;
  return next();
}
